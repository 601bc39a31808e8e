"""The errors between a program and a server. Each one reads as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.locales import DEFAULT, Texts

if TYPE_CHECKING:
    from ferrovia.data.schema import Refusal


class ClientError(Exception):
    """The base class of all client errors."""


class ConnectionLost(ClientError):
    """The server could not be reached, or not again within the client's patience."""


class LinkNotValid(ClientError):
    """The link is damaged, was replaced by a newer one, or belongs to a table that does not exist."""


class OtherVersion(ClientError):
    """Server and client speak different versions of the protocol: install the same version of both."""


class TimedOut(ClientError):
    """The condition was not met in time. The connection is still open."""


class Refused(ClientError):
    """The server refused. `code` names the reason for programs, `text` for people."""

    def __init__(self, refusal: Refusal) -> None:
        self.code = refusal["code"]
        self.rule = refusal["rule"]
        self.numbers = refusal["numbers"]
        self._key = refusal["key"]
        super().__init__(self.text())

    def text(self, language: str = DEFAULT) -> str:
        """The reason as a sentence in English, Spanish or Portuguese."""
        texts = Texts(language)
        if self._key not in texts:
            return self.code  # a newer server's reason, unknown to this version
        try:
            return texts(self._key, **self.numbers)
        except KeyError:
            return self.code

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        refusal: Refusal = {"code": self.code, "rule": self.rule, "key": self._key, "numbers": self.numbers}
        return Refused, (refusal,)

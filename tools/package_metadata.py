"""README and project addresses of the built package.

A package index shows the README away from its repository, so relative links and pictures would break there. When
FERROVIA_REPOSITORY names the repository's web address, the build makes them absolute and adds the project's URLs;
`make release REPOSITORY=https://…` sets it. Without it the README is taken as it is.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ModuleNotFoundError:  # a test reads this module where nothing is built
    MetadataHookInterface = object  # type: ignore[assignment, misc]

VARIABLE = "FERROVIA_REPOSITORY"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def absolute(readme: str, repository: str, tag: str) -> str:
    """The README with links to the repository's pages and pictures to its raw files."""

    def replace(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}[{found[2]}]({repository}/{kind}/{tag}/{found[3]})"

    return LINK.sub(replace, readme)


def urls(repository: str, tag: str) -> dict[str, str]:
    return {
        "Source": repository,
        "Documentation": f"{repository}/blob/{tag}/docs/index.md",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


class PackageMetadata(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        text = (root / "README.md").read_text(encoding="utf-8")
        repository = os.environ.get(VARIABLE, "").rstrip("/")
        if repository:
            source = (root / "src" / "ferrovia" / "__init__.py").read_text(encoding="utf-8")
            tag = "v" + re.search(r'^__version__ = "(.+)"', source, re.M)[1]  # type: ignore[index]
            text = absolute(text, repository, tag)
            metadata["urls"] = urls(repository, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}

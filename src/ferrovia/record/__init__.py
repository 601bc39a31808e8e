"""A whole game as a small readable text file: header, one line per action with a digest, result, key.

A finished game's record replays to the same final state on any machine. An unfinished game's record holds only what its
reader may know.
"""

from ferrovia.record.errors import RecordError
from ferrovia.record.model import Claim, Deal, ReaderLine, Record, Verification
from ferrovia.record.read import read_record
from ferrovia.record.replay import replay, verify
from ferrovia.record.write import write_record

__all__ = [
    "Claim",
    "Deal",
    "ReaderLine",
    "Record",
    "RecordError",
    "Verification",
    "read_record",
    "replay",
    "verify",
    "write_record",
]

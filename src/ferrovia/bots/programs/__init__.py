"""Bots in any language: programs that exchange lines of JSON over standard input and output.

They run with the rights of the user who starts them, so only a person at their own machine may name one; the server
never does. docs/external_bots.md is the contract, written for people who have never seen this source.
"""

from ferrovia.bots.programs.bot import ProgramBot
from ferrovia.bots.programs.description import PREFIX, Program, ProgramError, is_program, program_files, read_program
from ferrovia.bots.programs.faults import ExternalBotFault

__all__ = [
    "PREFIX",
    "ExternalBotFault",
    "Program",
    "ProgramBot",
    "ProgramError",
    "is_program",
    "program_files",
    "read_program",
]

"""The designer's report: plays a board with a mix of bots and shows what is out of balance, as a page and as data."""

from ferrovia.report.build import Report, ReportError, make_report

__all__ = ["Report", "ReportError", "make_report"]

"""Reports: a tournament, an analysis or the balance of a board as one HTML page that fetches nothing.

Path("page.html").write_text(tournament_page(tournament, language="fr"), encoding="utf-8")

Python works out what is shown, in plain values; the templates (Jinja2, everything escaped) say how.
"""

from ferrovia.report.analysis_page import analysis_page
from ferrovia.report.balance_page import balance_page
from ferrovia.report.page import check_report
from ferrovia.report.tournament_page import tournament_page

__all__ = ["analysis_page", "balance_page", "check_report", "tournament_page"]

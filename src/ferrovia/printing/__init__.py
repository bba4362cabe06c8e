"""Boards on paper: sheets to print, cut and fold, as PDF, and pictures for virtual tables."""

from ferrovia.printing.paper import Paper, read_paper, read_size
from ferrovia.printing.print_job import PrintJob, print_board
from ferrovia.printing.sheets import CARD, WHAT, PrintOrder

__all__ = ["CARD", "WHAT", "Paper", "PrintJob", "PrintOrder", "print_board", "read_paper", "read_size"]

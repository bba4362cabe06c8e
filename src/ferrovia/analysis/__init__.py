"""A recorded game move by move: what the expert would have done, what each move gave away, and everybody's chances.

analysis = analyse(record, Budget(iterations=2000))
for move in analysis.turning_points():
    print(move.number, analysis.before(move).chances, move.chances)
"""

from ferrovia.analysis.analysis import Analysis, Evaluation, Judged
from ferrovia.analysis.examiner import analyse

__all__ = ["Analysis", "Evaluation", "Judged", "analyse"]

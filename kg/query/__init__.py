"""Answer questions about a graph: the named ones that come with kg, or SPARQL of one's own.

>>> from kg.query import ask, open_store
>>> ask(open_store("exports"), "methods-for-task", task="image classification")       # doctest: +SKIP
"""

from kg.query.answer import FORMATS, Answer, render
from kg.query.asking import ask
from kg.query.question import Parameter, Question, question, questions
from kg.query.source import open_store

__all__ = ["FORMATS", "Answer", "Parameter", "Question", "ask", "open_store", "question", "questions", "render"]

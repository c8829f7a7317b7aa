"""The passages of a paper that the page quotes: sentences, cut where they run on, with the mentions in them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from kg.export.characters import storable
from kg.records import Extraction, Field, Mention, Span

LONGEST = 480
"""Characters of a passage at most; a longer sentence is cut around what it is quoted for."""
BEFORE = 180
"""Characters that are left before the place for which a long sentence is quoted."""
ELLIPSIS = "… "


def _reading_order(passage: Span) -> tuple[bool, int, int]:
    return passage.field != "title", passage.start, passage.end


class Passages:
    """The passages quoted from one paper, each once however many claims quote it.

    Examples
    --------
    >>> from kg.records import Paper, Source
    >>> paper = Paper(id="p", source_id="1", abstract="One. Two.", source=Source(file="f", record=1))
    >>> passages = Passages(Extraction(paper=paper, extractor="", sentences=((0, 4), (5, 9))))
    >>> passages.of([Span(field="text", start=5, end=8)])
    [0]
    >>> passages.texts()
    ['Two.']
    """

    def __init__(self, extraction: Extraction) -> None:
        self.paper = extraction.paper
        sentences = sorted(extraction.sentences) or [(0, len(extraction.paper.abstract))]
        self.starts = {"title": [0], "text": [start for start, _ in sentences]}
        self.ends = {"title": [len(extraction.paper.title)], "text": [end for _, end in sentences]}
        self.numbers: dict[Span, int] = {}
        self.whole: dict[tuple[Field, int], Span] = {}

    def of(self, spans: Iterable[Span]) -> list[int]:
        """Return the numbers of the passages in which spans stand, in reading order, remembering them."""
        quoted = {passage for span in spans for passage in self._around(span)}
        ordered = sorted(quoted, key=_reading_order) if len(quoted) > 1 else quoted
        return [self.numbers.setdefault(passage, len(self.numbers)) for passage in ordered]

    def _around(self, span: Span) -> list[Span]:
        """Return the sentences that a span touches; one that touches none is quoted from the whole field."""
        field, starts, ends = span.field, self.starts[span.field], self.ends[span.field]
        touched = range(bisect_right(ends, span.start), bisect_left(starts, span.end))
        if not touched:
            return [self._cut(field, 0, len(self.paper.field(field)), span)]
        return [self._sentence(field, place, span) for place in touched]

    def _sentence(self, field: Field, place: int, span: Span) -> Span:
        """Return a sentence, made once where it is quoted whole."""
        start, end = self.starts[field][place], self.ends[field][place]
        if end - start > LONGEST:
            return self._cut(field, start, end, span)
        known = self.whole.get((field, place))
        if known is None:
            known = self.whole[field, place] = Span(field=field, start=start, end=end)
        return known

    def _cut(self, field: Field, start: int, end: int, span: Span) -> Span:
        """Return the bounds of a passage, cut at blanks where it is too long."""
        if end - start <= LONGEST:
            return Span(field=field, start=start, end=end)
        text = self.paper.field(field)
        first = max(start, min(span.start - BEFORE, end - LONGEST))
        if first > start:
            first = text.find(" ", first, max(first, span.start)) + 1 or first
        last = min(end, first + LONGEST)
        if last < end:
            last = max(text.rfind(" ", first, last), min(span.end, last))
        return Span(field=field, start=first, end=last)

    def texts(self) -> list[str]:
        """Return the passages by number, with an ellipsis where something was cut off."""
        return [self._prefix(passage) + self._text(passage) + self._suffix(passage) for passage in self.numbers]

    def titles(self) -> list[int]:
        """Return the numbers of the passages that stand in the title."""
        return [number for passage, number in self.numbers.items() if passage.field == "title"]

    def marks(self, mentions: Sequence[Mention]) -> list[tuple[int, int, int]]:
        """Return where mentions stand in the passages: number of the passage, start and end in its text."""
        found = []
        for passage, number in self.numbers.items():
            shift = len(self._prefix(passage)) - passage.start
            for mention in mentions:
                start, end = max(mention.start, passage.start), min(mention.end, passage.end)
                if mention.field == passage.field and start < end:
                    found.append((number, start + shift, end + shift))
        return sorted(found)

    def _text(self, passage: Span) -> str:
        return storable(self.paper.field(passage.field)[passage.start : passage.end])

    def _prefix(self, passage: Span) -> str:
        return "" if passage.start in (0, *self.starts[passage.field]) else ELLIPSIS

    def _suffix(self, passage: Span) -> str:
        whole = len(self.paper.field(passage.field))
        return "" if passage.end in (whole, *self.ends[passage.field]) else ELLIPSIS[::-1]

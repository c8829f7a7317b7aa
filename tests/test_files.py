"""Files are replaced together or not at all."""

import os
from pathlib import Path

import pytest

from kg.errors import OutputError
from kg.files import replacing, write_text


def test_all_files_are_there_after_the_block(tmp_path: Path):
    with replacing(tmp_path / "new") as staging:
        (staging / "a").write_text("1")
        (staging / "b").write_text("2")
    assert {p.name: p.read_text() for p in (tmp_path / "new").iterdir()} == {"a": "1", "b": "2"}


def test_earlier_files_are_whole_after_a_failure(tmp_path: Path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(tmp_path) as staging:
        (staging / "a").write_text("half")
        raise ZeroDivisionError
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"a": "old"}


def test_a_failure_leaves_no_new_folder(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "new" / "deep"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_all_be_replaced_stay_as_they_were(tmp_path: Path):
    (tmp_path / "a").write_text("old")
    (tmp_path / "c").mkdir()
    with pytest.raises(OutputError, match="as it was"), replacing(tmp_path) as staging:
        for name in "abc":
            (staging / name).write_text("new")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "c"]
    assert (tmp_path / "a").read_text() == "old"


def test_an_interruption_while_files_are_replaced_puts_them_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    replace = Path.replace

    def interrupted_at_c(self: Path, target: Path) -> Path:
        if self.name == "c":
            monkeypatch.undo()
            raise KeyboardInterrupt
        return replace(self, target)

    (tmp_path / "a").write_text("old")
    (tmp_path / "c").write_text("old")
    monkeypatch.setattr(Path, "replace", interrupted_at_c)
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path) as staging:
        for name in "abc":
            (staging / name).write_text("new")
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"a": "old", "c": "old"}


def test_a_name_too_long_is_an_output_error(tmp_path: Path):
    with pytest.raises(OutputError, match="choose another folder"), replacing(tmp_path / ("n" * 300)):
        pass


def test_a_full_disk_is_an_output_error(tmp_path: Path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(OutputError, match="No space left"), replacing(tmp_path) as staging:
        (staging / "a").write_text("new")
        with Path("/dev/full").open("w") as full:
            full.write("x")
    assert (tmp_path / "a").read_text() == "old"


def test_a_file_in_the_place_of_the_folder_is_an_output_error(tmp_path: Path):
    (tmp_path / "a").write_text("a file")
    with pytest.raises(OutputError, match="choose another folder"), replacing(tmp_path / "a"):
        pass


def test_what_a_killed_process_left_is_removed(tmp_path: Path):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    (tmp_path / f".kg-{child}-abc.part").mkdir()
    mine = tmp_path / f".kg-{os.getpid()}-abc.part"
    mine.mkdir()
    write_text(tmp_path / "a", "1")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([mine.name, "a"])


def test_text_is_utf8_with_plain_line_ends(tmp_path: Path):
    write_text(tmp_path / "a", "μ\n")
    assert (tmp_path / "a").read_bytes() == b"\xce\xbc\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are of POSIX")
def test_a_pipe_is_written_into_and_not_replaced(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(tmp_path / "pipe", "1\n")
    assert os.read(reader, 9) == b"1\n"
    os.close(reader)
    assert [(p.name, p.is_fifo()) for p in tmp_path.iterdir()] == [("pipe", True)]


def test_a_link_stays_one(tmp_path: Path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"

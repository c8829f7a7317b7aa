"""Files are replaced together or not at all."""

import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import InputError, OutputError
from kg.files import replacing, settle, write_text

posix = pytest.mark.skipif(os.name != "posix", reason="needs fork and kill -9")


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


OLD, NEW = {"a": "old", "b": "old", "gone": "old"}, {"a": "new", "b": "new", "c": "new"}


def fill(folder: Path) -> None:
    for name, text in OLD.items():
        (folder / name).write_text(text)


def replace(folder: Path) -> None:
    with replacing(folder, without=["gone", "never there"]) as staging:
        for name, text in NEW.items():
            (staging / name).write_text(text)


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def killed(act: Callable[[Path], None], folder: Path, *, step: int) -> bool:
    """Whether a process was killed, by ``kill -9``, right before it changed the disk for the given time."""
    child = os.fork()
    if child == 0:
        steps = itertools.count()

        def kill(event: str, arguments: tuple[object, ...]) -> None:
            changes = event in CHANGES or (event == "open" and arguments[1] in ("ab", "w"))
            if changes and next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(kill)
        act(folder)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def half_replaced(folder: Path, *, tried: int = 0) -> int:
    """Make a folder in which a killed process left some files old and some new; gives the step, for another time."""
    for step in itertools.count(tried):
        folder.mkdir()
        fill(folder)
        assert killed(replace, folder, step=step)
        if files(folder) not in (OLD, NEW):
            return step
        shutil.rmtree(folder)
    raise AssertionError


CHANGES = {"os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "shutil.rmtree"}


@posix
def test_a_process_killed_at_any_step_leaves_all_files_old_or_all_new(tmp_path: Path):
    found = []
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        fill(folder)
        if not killed(replace, folder, step=step):
            break
        settle(folder)
        found.append(files(folder))
        assert len(list(folder.iterdir())) == len(files(folder))
    old = found.count(OLD)
    assert old > 10
    assert found == [OLD] * old + [NEW] * (len(found) - old)
    assert files(folder) == NEW


@posix
def test_putting_back_can_itself_be_killed_at_any_step(tmp_path: Path):
    halfway = half_replaced(tmp_path / "tried")
    for step in itertools.count():
        folder = tmp_path / str(step)
        half_replaced(folder, tried=halfway)
        if not killed(settle, folder, step=step):
            break
        settle(folder)
        assert files(folder) == OLD
    assert step > 3


@posix
def test_what_a_living_process_works_at_is_left_alone(tmp_path: Path):
    with replacing(tmp_path) as staging:
        (staging / "a").write_text("mine")
        write_text(tmp_path / "b", "another's")
        assert (staging / "a").read_text() == "mine"
    assert files(tmp_path) == {"a": "mine", "b": "another's"}


@posix
@pytest.mark.parametrize("text", ['{"../outside": false}', '{"..": true}', '["x"]', "{", ""])
def test_a_list_that_kg_did_not_write_leads_nowhere(tmp_path: Path, text: str):
    place = tmp_path / "folder" / ".kg-1.part"
    place.mkdir(parents=True)
    (tmp_path / "outside").write_text("mine")
    (place / "lock").touch()
    (place / "list").write_text(text)
    settle(tmp_path / "folder")
    assert files(tmp_path) == {"outside": "mine"}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may write everything")
def test_a_folder_that_cannot_be_put_back_is_refused(tmp_path: Path):
    half_replaced(tmp_path / "folder")
    (tmp_path / "folder").chmod(0o500)
    try:
        with pytest.raises(InputError, match="make it writable"):
            settle(tmp_path / "folder")
    finally:
        (tmp_path / "folder").chmod(0o700)


def test_text_is_utf8_with_plain_line_ends(tmp_path: Path):
    write_text(tmp_path / "a", "μ\n")
    assert (tmp_path / "a").read_bytes() == b"\xce\xbc\n"


@posix
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

"""Tests of the module, against the program that its wheel installs."""

import ast
import csv
import doctest
import inspect
import json
import os
import pydoc
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pioche
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = Path(sys.executable).with_name("pioche")
DECKS = [pioche.deal(cards=cards, seed=7, deal=deal) for cards in (32, 52) for deal in range(20)]


def program(*words):
    # With a width, the program wraps its messages.
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return subprocess.run([PROGRAM, *words], env=environment, capture_output=True, text=True, encoding="utf-8")


def is_same(cell, value):
    if value is None:
        return cell == ""
    return cell == value if isinstance(value, str) else float(cell) == value


@pytest.mark.parametrize(
    "game, options, words",
    [
        ("alliances", {"cards": 32, "nb_tas_max": [2, 4], "deals": 20_000}, "--cards 32 --nb-tas-max 2,4 --deals 20000"),
        ("alliances", {"improve": ("exchange", "swap"), "deals": "2k"}, "--improve exchange,swap --deals 2k"),
        ("bataille", {"values": range(3, 6), "seed": 2, "deals": 300}, "--values 3..5 --seed 2 --deals 300"),
        ("solitaire", {"hole": "all", "deals": 50, "threads": 1}, "--hole all --deals 50"),
        ("nim", {"misere": True, "matches": 9, "deals": 1e3, "csv": None}, "--misere --matches 9 --deals 1e3"),
        ("alak", {"own_group": "captured", "cells": 5, "deals": 200, "all": False}, "--own-group captured --cells 5 --deals 200"),
    ],
)
def test_rows_are_those_of_the_csv(game, options, words):
    result = program("simulate", game, *words.split(), "--format", "csv")
    expected = list(csv.DictReader(result.stdout.splitlines()))
    rows = pioche.simulate(game, **options)
    assert len(rows) == len(expected) > 0
    for row, cells in zip(rows, expected):
        assert list(row) == list(cells)
        assert all(is_same(cells[name], value) for name, value in row.items()), row


def test_cells_have_types():
    row = pioche.simulate("alliances", nb_tas_max=2, deals=1000)[0]
    kinds = {name: type(row[name]) for name in ("cards", "improve", "wins", "probability", "exact")}
    assert kinds == {"cards": int, "improve": str, "wins": int, "probability": float, "exact": type(None)}


def test_pandas_takes_rows():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(pioche.simulate("shuffle", riffles=range(1, 4), deals=100))
    assert table["estimate"].dtype == float and table["riffles"].dtype == int


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: pioche.simulate("alliance"), "simulate alliance"),
        (lambda: pioche.simulate("alliances", cards=33, lang="fr"), "simulate alliances --cards 33 --lang fr"),
        (lambda: pioche.simulate("alliances", no_such=1), "simulate alliances --no-such 1"),
        (lambda: pioche.solve("alak", cells=30), "solve alak --cells 30"),
        (lambda: pioche.deal(cards="x"), "deal --cards x"),
        (lambda: pioche.run("check", "/no/such.txt"), "check /no/such.txt"),
    ],
)
def test_errors_are_the_sentences_of_the_program(call, words):
    result = program(*words.split())
    with pytest.raises(ValueError) as error:
        call()
    assert result.returncode == 2
    assert str(error.value) == result.stderr.split(":", 1)[1].strip()


def test_negative_answer_is_a_warning():
    with pytest.warns(UserWarning, match="needs more than"):
        rows = pioche.simulate("alliances", nb_tas_max=2, precision=1e-6, deals=1000)
    assert rows[0]["deals"] == 1000


def test_piles_are_those_of_the_shown_game():
    for deal in range(20):
        shown = pioche.run("show", "alliances", seed=7, deal=deal, final=True)
        assert shown.splitlines()[1] == f"{pioche.piles(DECKS[deal])} piles"


def test_best_exchange_is_that_of_improve(tmp_path):
    file = tmp_path / "deck.txt"
    for deck in DECKS:
        file.write_text(" ".join(deck))
        changed, gain = pioche.meilleur_echange_consecutif(deck)
        assert pioche.run("improve", file).split() == changed
        assert gain == pioche.piles(deck) - pioche.piles(changed)


def test_deck_has_the_forms_of_the_handout():
    deck = DECKS[0]
    cards = [{"valeur": card.split("-")[0], "couleur": card[-1]} for card in deck]
    numbers = [{**card, "valeur": int(card["valeur"])} if card["valeur"].isdigit() else card for card in cards]
    changed, gain = pioche.best_exchange(deck)
    assert pioche.piles(deck) == pioche.piles(" ".join(deck)) == pioche.piles(cards) == pioche.piles(numbers)
    assert pioche.best_exchange(" ".join(deck)) == (changed, gain)
    assert pioche.best_exchange(cards) == ([cards[deck.index(card)] for card in changed], gain)
    assert deck == DECKS[0], "the argument stays as it is"


@pytest.mark.parametrize("deck", ["7-K x", "7-K 7-K", "7-K ♥7", [f"{n}-K" for n in range(65)]])
def test_bad_decks_are_refused(deck):
    for function in (pioche.piles, pioche.best_exchange):
        with pytest.raises(ValueError):
            function(deck)


def test_exchange_needs_two_cards():
    assert pioche.piles("7-K") == 1
    with pytest.raises(ValueError):
        pioche.best_exchange("7-K")


def test_threads_of_python_run_meanwhile():
    results = []
    counts = [0]
    is_done = threading.Event()

    def count():
        while not is_done.wait(0.0002):
            counts[0] += 1

    def simulate():
        results.append(pioche.simulate("alliances", nb_tas_max=2, deals=5_000_000))

    counter = threading.Thread(target=count)
    counter.start()
    start = counts[0]
    runs = [threading.Thread(target=simulate) for _ in range(2)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    counted = counts[0] - start
    is_done.set()
    counter.join()
    assert counted > 10
    assert results[0] == results[1] == pioche.simulate("alliances", nb_tas_max=2, deals=5_000_000, threads=1)


def test_commands_side_by_side_have_their_languages():
    def messages(lang, found):
        for _ in range(50):
            with pytest.raises(ValueError) as error:
                pioche.simulate("alliances", cards=33, lang=lang)
            found.add(str(error.value))

    found = {"en": set(), "fr": set()}
    threads = [threading.Thread(target=messages, args=item) for item in found.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(sentences) for sentences in found.values()] == [1, 1] and found["en"] != found["fr"]


def interrupted(process):
    """Sends ^C to a process that has printed a line, and returns its exit code and the rest of its outputs."""
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    try:
        output, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    return process.returncode, output, errors


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("call", ['simulate("alliances", deals=10**13)', 'simulate("alliances", cards=52, player="perfect", deals=10**9)', 'solve("alak", cells=14)'])
def test_keyboard_interrupt_ends_a_command_and_the_next_one_runs(call):
    script = f"""
import pioche
print("ready", flush=True)
try:
    pioche.{call}
except KeyboardInterrupt:
    print(pioche.simulate("nim", deals=100, matches=5)[0]["exact"])
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert interrupted(process) == (0, "0\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_program_ends_as_without_python(tmp_path):
    file = tmp_path / "run.tally"
    assert program("--version").stdout == f"pioche {pioche.__version__}\n"
    assert program("simulate", "alliances", "--deals", "0").returncode == 2
    process = subprocess.Popen(
        ["sh", "-c", 'echo ready; exec "$@"', "sh", PROGRAM, "simulate", "alliances", "--deals", "1e13", "--tally", file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    code, _, errors = interrupted(process)
    assert code == 130 and "Traceback" not in errors and "--resume" in errors


def test_documentation_is_true():
    assert doctest.testmod(pioche).failed == 0
    assert "nb_tas_max" in pydoc.render_doc(pioche.simulate)
    folder = Path(pioche.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = ast.parse((folder / "_pioche.pyi").read_text()).body
    names = {node.name for node in stubs if isinstance(node, ast.FunctionDef)}
    functions = {name for name, value in inspect.getmembers(pioche._pioche) if inspect.isbuiltin(value)}
    assert names == functions


def test_example_cheats():
    script = EXAMPLES / "cheat.py"
    decks = subprocess.run([sys.executable, script, "400"], capture_output=True, text=True, check=True).stdout
    lines = [line.split() for line in decks.splitlines()]
    assert len(lines) == 400 and all(sorted(deck) == sorted(DECKS[0]) for deck in lines)
    mean = sum(map(pioche.piles, lines)) / len(lines)
    assert 6.5 < mean < 8, "without the cheat, 11.5"


def test_example_notebook_draws_the_curve(monkeypatch):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("svg")
    monkeypatch.setattr(pyplot, "show", lambda: None)
    cells = json.loads((EXAMPLES / "curve.ipynb").read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), {})
    curves = pyplot.gca().get_lines()
    ends = [(len(curve.get_xdata()), curve.get_ydata()[-1]) for curve in curves]
    assert ends == [(31, 1.0), (51, 1.0)]

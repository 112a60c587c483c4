"""Probabilities of card games, shuffles and small board games.

>>> import pioche
>>> rows = pioche.simulate("alliances", cards=32, nb_tas_max=[2, 4], deals=1_000_000)
>>> [row["probability"] for row in rows]
[0.012652, 0.111326]

`simulate` estimates probabilities, `solve` computes them exactly, `deal` shuffles a deck, `piles` and `best_exchange` play
one deck of the patience, `run` runs any command of the program `pioche`. Options are those of the command line, as keyword
arguments: `nb_tas_max=[2, 4]` is `--nb-tas-max 2,4`, and `misere=True` is `--misere`. The same seed gives the same numbers.

An error is a `ValueError` with the sentence of the program. `KeyboardInterrupt` ends every command of the process.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _pioche

__all__ = ["best_exchange", "deal", "meilleur_echange_consecutif", "piles", "run", "simulate", "solve"]

__version__ = _pioche.VERSION

#: A cell of a table.
Value = Union[int, float, str, None]
#: A card as in the handouts: "7-K", or {"valeur": 7, "couleur": "K"}.
Card = Union[str, Mapping[str, Any]]
Path = Union[str, "os.PathLike[str]"]


def simulate(game: str, **options: Any) -> list[dict[str, Value]]:
    """Plays many games and returns the rows of the CSV of `pioche simulate GAME`.

    The games are "alliances", "bataille", "shuffle", "solitaire", "alak" and "nim". Options of all games: deals (their
    number), seed (1), precision, threads, confidence. Options of "alliances": cards (32, 36, 52), nb_tas_max, improve
    ("exchange", "swap", "move"). `print(pioche.run("help", "simulate", game))` lists all of them.

    >>> [row["exact"] for row in simulate("nim", matches=5, deals=1000)]
    [0, 0.75, 0.25]
    """
    text = _output(["simulate", game], {"format": "csv", **options})
    return [{name: _value(cell) for name, cell in row.items()} for row in csv.DictReader(text.splitlines())]


def solve(game: str, *files: Path, **options: Any) -> Any:
    """Solves a game and returns the JSON of `pioche solve GAME`: a dictionary, or one for each value of a list.

    The games are "alliances", "solitaire", "alak" and "nim"; `print(pioche.run("help", "solve", game))` lists the options.

    >>> solve("nim", matches=22)["value"]
    'win'
    >>> [row["value"] for row in solve("nim", matches=range(20, 23))]
    ['lose', 'draw', 'win']
    """
    answer = json.loads(_output(["solve", game, *files], {"format": "json", **options}))
    return answer.get("rows", answer)


def deal(**options: Any) -> list[str]:
    """Returns a shuffled deck, first card first.

    Options: cards (32, 36, 52), seed (drawn unless it is given), deal (its index, 0), riffles.

    >>> deal(seed=1, deal=103)[:3]
    ['8-K', '10-C', '8-C']
    """
    return _output(["deal"], options).split()


def piles(deck: str | Iterable[Card]) -> int:
    """Returns the number of piles that the automatic game of the alliances leaves of a deck.

    >>> piles("7-K 8-P 9-K")
    2
    """
    return _pioche.piles([_word(card) for card in _cards(deck)])


def best_exchange(deck: str | Iterable[Card]) -> tuple[list[Any], int]:
    """Returns the deck after the best exchange of two neighbours, and the piles gained; of equal ones the last.

    >>> best_exchange(["7-K", "8-P", "9-P", "10-K"])
    (['7-K', '8-P', '10-K', '9-P'], 2)
    """
    cards = _cards(deck)
    place, gain = _pioche.best_exchange([_word(card) for card in cards])
    cards[place : place + 2] = cards[place + 1], cards[place]
    return cards, gain


#: The name in the handout.
meilleur_echange_consecutif = best_exchange


def run(*words: Path, **options: Any) -> str:
    """Runs any command of the program but `play`, and returns what it prints.

    >>> run("check", "-h").splitlines()[0]
    'Check that a deck is complete and without duplicates'
    """
    return _output(words, options)


def main() -> None:
    """Runs the program with the arguments of the process."""
    # The program has handlers of its own.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_pioche.main(sys.argv))


def _output(words: Iterable[Path], options: Mapping[str, Any]) -> str:
    args = ["pioche", *words, "--quiet", "--color=never"]
    for name, value in options.items():
        args += _option("--" + name.replace("_", "-"), value)
    code, output, message = _pioche.run([os.fspath(word) for word in args])
    message = message.strip().removeprefix("pioche: ").removeprefix("pioche\u00a0: ")
    if code == 130:
        raise KeyboardInterrupt
    if code == 2:
        raise ValueError(message)
    if message:
        warnings.warn(message, stacklevel=3)
    return output.decode()


def _option(flag: str, value: Any) -> list[str]:
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if not isinstance(value, (str, os.PathLike)) and isinstance(value, Iterable):
        value = ",".join(map(str, value))
    return [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]


def _value(cell: str) -> Value:
    for number in (int, float):
        try:
            return number(cell)
        except ValueError:
            pass
    return cell or None


def _cards(deck: str | Iterable[Card]) -> list[Any]:
    return deck.split() if isinstance(deck, str) else list(deck)


def _word(card: Card) -> str:
    return card if isinstance(card, str) else f"{card['valeur']}-{card['couleur']}"

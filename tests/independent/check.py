"""Deals and games made again, far from the program: from the pages of its documentation, in Python with NumPy.
The scheme of the decks is in deck.py.

    python3 tests/independent/check.py target/release/pioche

Written from the documented scheme alone (crate docs of rng, cards::shuffle, cards::riffle, cards::pack, players, and
the rules of the games), by the most literal reading of it. Decks are compared with `deal`, single games with `show`,
and counts with whole small runs of `simulate`. Exit 1 with the first difference.
"""

import csv
import itertools
import json
import subprocess
import sys
from collections import Counter

from deck import card, generator, uniform

RIFFLE, PLAYER1, PLAYER2 = 2, 3, 4


# --- the scheme: cards::riffle -----------------------------------------------------------------------------------


def riffled(cards, riffles, seed, deal):
    bits = generator(seed, f"cards={cards} shuffle=riffle:{riffles}", RIFFLE, deal)
    deck = list(range(cards))
    for _ in range(riffles):
        words = [int(bits.random_raw()) for _ in range(-(-cards // 64))]
        flips = [words[i // 64] >> i % 64 & 1 for i in range(cards)]
        first, second = iter(deck[: sum(flips)]), iter(deck[sum(flips) :])
        deck = [next(first if flip else second) for flip in flips]
    return deck


# --- the scheme: players -----------------------------------------------------------------------------------------


def below(bound, bits):
    while True:
        wide = int(bits.random_raw()) * bound
        if wide % 2**64 >= 2**64 % bound:
            return wide >> 64


def choice(moves, bits):
    return moves[0] if len(moves) == 1 else moves[below(len(moves), bits)]


# --- the rules, word for word ------------------------------------------------------------------------------------


def patience(deck):
    """The row of visible cards at the end, and the places of the piles that jumped, from 0."""
    allied = lambda a, b: a.split("-")[0] == b.split("-")[0] or a.split("-")[1] == b.split("-")[1]
    row, jumps = [], []
    for drawn in deck:
        row.append(drawn)
        while True:
            free = [i for i in range(1, len(row) - 1) if allied(row[i - 1], row[i + 1])]
            if not free:
                break
            jumps.append(free[0])
            del row[free[0] - 1]
    return row, jumps


def bataille(hands, alternating):
    """Outcome, rounds, hands at the end, and where the game repeats: period and what goes before it."""
    hands, first, rounds, seen = [list(hand) for hand in hands], 0, 0, {}
    while all(hands):
        now = (tuple(hands[0]), tuple(hands[1]), first)
        if now in seen:
            return "endless", rounds, hands, rounds - seen[now], seen[now]
        seen[now] = rounds
        rounds += 1
        table, face_up, stopped = [], True, False
        while True:
            if not all(hands):
                stopped = True
                break
            laid = [hands[first].pop(0), hands[1 - first].pop(0)]
            table += laid
            one, two = laid if first == 0 else laid[::-1]
            first = 1 - first if alternating else first
            if face_up and one != two:
                hands[0 if one > two else 1].extend(table)
                break
            face_up = not face_up
        if stopped:
            break
    one, two = map(len, hands)
    return "player1" if one > two else "player2" if two > one else "draw", rounds, hands, None, None


def dealt(deck):
    values = [1 + number // 4 for number in deck]
    return values[::2], values[1::2]


def nim(matches, takes, players):
    turn = 0
    while True:
        moves = [take for take in takes if take <= matches]
        if not moves:
            return "draw"
        matches -= choice(moves, players[turn])
        if matches == 0:
            return ["player1", "player2"][turn]
        turn = 1 - turn


def solitaire(side, hole, bits):
    cells = [(row, column) for row in range(side) for column in range(row + 1)]
    number = {cell: index for index, cell in enumerate(cells)}
    steps = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)]
    jumps = [
        (number[(r, c)], number[(r + 2 * dr, c + 2 * dc)], number[(r + dr, c + dc)])
        for r, c in cells
        for dr, dc in steps
        if (r + 2 * dr, c + 2 * dc) in number
    ]
    pegs = set(range(len(cells))) - {hole}
    while True:
        moves = sorted(jump for jump in jumps if jump[0] in pegs and jump[2] in pegs and jump[1] not in pegs)
        if not moves:
            return len(pegs)
        start, end, over = choice(moves, bits)
        pegs = pegs - {start, over} | {end}


# --- against the program -----------------------------------------------------------------------------------------

compared = Counter()


def pioche(*words):
    done = subprocess.run([sys.argv[1], "--quiet", *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"pioche {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def same(what, kind, ours, theirs):
    if ours != theirs:
        sys.exit(f"{what}\n here:   {ours}\n pioche: {theirs}")
    compared[kind] += 1


SEEDS = [0, 1, 2**63 + 12345, 2**64 - 1]
PACKS = [(4, 8), (4, 9), (4, 13), (2, 4), (1, 1), (1, 2), (8, 8), (2, 32), (3, 14)]


def name(suits, ranks):
    return str(suits * ranks) if (suits, ranks) in ((4, 8), (4, 9), (4, 13)) else f"{suits}x{ranks}"


# The first deals of seed 1 that are made anew, by the number of cards.
MADE_ANEW = {32: [16_589, 16_926], 52: [9229]}


def chosen(cards, seed):
    """Deals at the edges of blocks, far ones, and those that are made anew; the seeds share the former."""
    anew = MADE_ANEW.get(cards, []) if seed == 1 else []
    assert all(uniform(cards, cards, seed, deal)[1] for deal in anew)
    return [[0, 63], [64, 10**15]][(SEEDS.index(seed) + cards) % 2] + anew


def check_decks():
    for seed in SEEDS:
        for suits, ranks in PACKS:
            for deal in chosen(suits * ranks, seed):
                pack, which = ["--suits", suits, "--ranks", ranks], ["--seed", seed, "--deal", deal]
                numbers, again = uniform(name(suits, ranks), suits * ranks, seed, deal)
                deck = [card(number, ranks) for number in numbers]
                same(f"deal {pack} {which}", "decks", " ".join(deck), pioche("deal", *pack, *which).strip())
                compared["decks made anew"] += again
                row, jumps = patience(deck)
                shown = json.loads(pioche("show", "alliances", "--format", "json", *pack, *which))
                ours = {"piles": len(row), "tops": row, "jumps": jumps}
                same(f"show alliances {pack} {which}", "patiences", ours, {key: shown[key] for key in ours})


def check_games():
    seeds = itertools.cycle(SEEDS[1:3])
    for values in (1, 2, 4, 13, 16, 17, 64):
        for shuffle in ("riffle:0", "riffle:1", "riffle:7", "uniform"):
            for order in ("fixed", "alternating"):
                seed, deal = next(seeds), 64 * values + 1
                game = ["--values", values, "--shuffle", shuffle, "--order", order, "--seed", seed, "--deal", deal]
                hands = dealt(shuffled(4 * values, shuffle, seed, deal))
                outcome, rounds, (one, two), period, before = bataille(hands, order == "alternating")
                ours = {"outcome": outcome, "rounds": rounds, "player1": one, "player2": two}
                ours |= {"period": period, "pre_period": before}
                shown = json.loads(pioche("show", "bataille", "--format", "json", *game))
                same(f"show bataille {game}", "batailles", ours, {key: shown[key] for key in ours})
        next(seeds)


def shuffled(cards, shuffle, seed, deal):
    if shuffle == "uniform":
        return uniform(cards, cards, seed, deal)[0]
    return riffled(cards, int(shuffle.split(":")[1]), seed, deal)


def counts(column, *words):
    rows = csv.DictReader(pioche("simulate", *words, "--format", "csv").splitlines())
    return {row[column]: int(row["count"]) for row in rows if int(row["count"])}


def check_runs():
    deals = 200
    for cards, ranks, seed in ((32, 8, 1), (52, 13, 7)):
        piles = Counter()
        for deal in range(deals):
            deck = [card(number, ranks) for number in uniform(cards, cards, seed, deal)[0]]
            piles[str(len(patience(deck)[0]))] += 1
        words = ["alliances", "--cards", cards, "--deals", deals, "--seed", seed]
        same(f"simulate {words}", "runs", dict(piles), counts("nb_tas_max", *words))
    for values, shuffle, order in ((4, "riffle:7", "fixed"), (6, "uniform", "alternating"), (17, "riffle:3", "fixed")):
        games = (dealt(shuffled(4 * values, shuffle, 3, deal)) for deal in range(65))
        ours = Counter(bataille(hands, order == "alternating")[0] for hands in games)
        words = ["bataille", "--values", values, "--shuffle", shuffle, "--order", order, "--deals", 65, "--seed", 3]
        same(f"simulate {words}", "runs", dict(ours), counts("outcome", *words))
    heap, board = "nim matches=25 takes=2,3", "solitaire board=triangle:5 hole=12"
    players = lambda deal: [generator(5, heap, PLAYER1, deal), generator(5, heap, PLAYER2, deal)]
    ours = Counter(nim(25, [2, 3], players(deal)) for deal in range(deals))
    same("simulate nim", "runs", dict(ours), counts("outcome", "nim", "--deals", deals, "--seed", 5))
    ours = Counter(str(solitaire(5, 12, generator(5, board, PLAYER1, deal))) for deal in range(deals))
    same("simulate solitaire", "runs", dict(ours), counts("outcome", "solitaire", "--deals", deals, "--seed", 5))


if __name__ == "__main__":
    check_decks()
    check_games()
    check_runs()
    print("the same: " + ", ".join(f"{number} {kind}" for kind, number in compared.items()))

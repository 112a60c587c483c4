"""The rates at which `check-solution` names the mistake behind a wrong table.

    python3 tests/independent/mistakes.py target/release/pioche [--tables 50] [--pool 300000] [--only alliances]

Programs with one mistake each, written here from the rules alone (standard library only), play a pool of games once.
Tables are drawn from the pools with the counts that their deals would have had, and given to `check-solution`. For each
mistake and each number of deals a line tells how many tables disagree with the truth, in how many the mistake is named,
also among those that disagree, and how many mistakes are named in a table that disagrees. The lines `none` are right
tables. The lines `unknown: …` are of mistakes that `check-solution` does not know; there, `named` counts the tables with any
name, which are false. Exit 1 if the rates miss those of tests/README.md.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, namedtuple

# --- la réussite des alliances -----------------------------------------------------------------------------------


def allied(a, b):
    return a[0] == b[0] or a[1] == b[1]


def same_suit(a, b):
    return a[0] == b[0]


def same_rank(a, b):
    return a[1] == b[1]


def jump(piles, i, relation=allied):
    """The jump of pile i, if it is between two allied piles."""
    if 0 < i < len(piles) - 1 and relation(piles[i - 1], piles[i + 1]):
        del piles[i - 1]
        return True
    return False


def all_jumps(piles, relation=allied):
    i = 1
    while i < len(piles) - 1:
        i = 1 if jump(piles, i, relation) else i + 1


def patience(after_jump, always=False, relation=allied):
    """A program that calls `after_jump` when the jump of the last pile but one was made, or always, after a draw."""

    def play(deck):
        piles = []
        for card in deck:
            piles.append(card)
            if always or jump(piles, len(piles) - 2, relation):
                after_jump(piles)
        return len(piles)

    return play


def nothing(piles):
    pass


def one_jump(piles):
    for i in range(1, len(piles) - 1):
        if jump(piles, i):
            return


def last_jumps(piles):
    while jump(piles, len(piles) - 2):
        pass


def search_on(piles):
    i = 1
    while i < len(piles) - 1:
        if not jump(piles, i):
            i += 1


def for_loop(piles):
    for i in range(1, len(piles) - 1):
        jump(piles, i)


def rightmost_jumps(piles):
    i = len(piles) - 2
    while i > 0:
        i = len(piles) - 2 if jump(piles, i) else i - 1


def unguarded(replace):
    def jumps(piles):
        i = 0
        while i < len(piles) - 1 and len(piles) >= 3:
            if allied(piles[i - 1], piles[i + 1]):
                if replace:
                    piles[i - 1] = piles[i]
                    del piles[i]
                else:
                    del piles[i - 1]
                i = 0
            else:
                i += 1

    return jumps


PLAY = patience(all_jumps)


def vanishing(piles, relation=allied):
    """The pile between two allied ones is taken away, instead of the one at its left."""
    i = 1
    while i < len(piles) - 1:
        if relation(piles[i - 1], piles[i + 1]):
            del piles[i]
            i = 1
        else:
            i += 1


def adjacent(piles):
    """Neighbours are compared, instead of every other pile."""
    i = 1
    while i < len(piles):
        if allied(piles[i - 1], piles[i]):
            del piles[i - 1]
            i = 1
        else:
            i += 1


def no_lower_bound(piles):
    """With two piles, the index 0 looks at the last pile, the same as the next one."""
    i = 0
    while len(piles) > 1 and i < len(piles) - 1:
        if allied(piles[i - 1], piles[i + 1]):
            del piles[i - 1]
            i = 0
        else:
            i += 1


def first_jump_unseen(piles):
    """The loop starts one pile late."""
    i = 2
    while i < len(piles) - 1:
        i = 2 if jump(piles, i) else i + 1


def no_jumps_after_last_card(deck):
    piles = []
    for number, card in enumerate(deck, 1):
        piles.append(card)
        if number < len(deck) and jump(piles, len(piles) - 2):
            all_jumps(piles)
    return len(piles)


def shuffled_deck(rng):
    deck = [(suit, rank) for suit in range(4) for rank in range(8)]
    rng.shuffle(deck)
    return deck


def with_deck(play):
    return lambda rng: play(shuffled_deck(rng))


def cards_put_back(rng):
    return PLAY([(rng.randrange(4), rng.randrange(8)) for _ in range(32)])


def first_three_unseen(rng):
    deck = shuffled_deck(rng)
    piles = deck[:3]
    for card in deck[3:]:
        piles.append(card)
        if jump(piles, len(piles) - 2):
            all_jumps(piles)
    return len(piles)


def pack_of_52(rng):
    deck = [(suit, rank) for suit in range(4) for rank in range(13)]
    rng.shuffle(deck)
    return PLAY(deck)


def best_exchange(rng):
    deck = shuffled_deck(rng)
    piles = []
    for i in range(len(deck) - 1):
        deck[i], deck[i + 1] = deck[i + 1], deck[i]
        piles.append(PLAY(deck))
        deck[i], deck[i + 1] = deck[i + 1], deck[i]
    return min(piles)


ALLIANCES = {
    "no_chain": patience(nothing),
    "one_further_jump": patience(one_jump),
    "last_three_piles": patience(last_jumps),
    "no_restart": patience(search_on),
    "for_loop": patience(for_loop),
    "no_restart_after_draw": patience(search_on, always=True),
    "for_loop_after_draw": patience(for_loop, always=True),
    "rightmost_jump": patience(rightmost_jumps, always=True),
    "suit_alone": patience(lambda piles: all_jumps(piles, same_suit), relation=same_suit),
    "rank_alone": patience(lambda piles: all_jumps(piles, same_rank), relation=same_rank),
    "first_pile_removes_last": patience(unguarded(False)),
    "first_pile_replaces_last": patience(unguarded(True)),
    "middle_pile_vanishes": patience(vanishing, always=True),
    "neighbouring_piles": patience(adjacent, always=True),
    "no_lower_bound": patience(no_lower_bound, always=True),
    "no_jumps_after_last_card": no_jumps_after_last_card,
    "first_jump_unseen": patience(first_jump_unseen),
}


def near_rank(a, b):
    return a[0] == b[0] or abs(a[1] - b[1]) <= 1


def same_colour(a, b):
    return a[0] // 2 == b[0] // 2 or a[1] == b[1]


def every_third(piles):
    i = 1
    while i < len(piles) - 2:
        if allied(piles[i - 1], piles[i + 2]):
            del piles[i - 1]
            i = 1
        else:
            i += 1


def one_transposition(rng):
    deck = [(suit, rank) for suit in range(4) for rank in range(8)]
    for _ in range(8):
        i, j = rng.randrange(32), rng.randrange(32)
        deck[i], deck[j] = deck[j], deck[i]
    return PLAY(deck)


def with_twin(rng):
    deck = shuffled_deck(rng)
    for place in range(4):
        deck[place] = deck[31 - place]
    return PLAY(deck)


ALLIANCES_DECKS = {
    "cards_put_back": cards_put_back,
    "first_three_unseen": first_three_unseen,
    "numbers_of_52_cards": pack_of_52,
}
# Mistakes that `check-solution` does not know.
UNKNOWN = {
    "near_rank": with_deck(patience(lambda piles: all_jumps(piles, near_rank), relation=near_rank)),
    "same_colour": with_deck(patience(lambda piles: all_jumps(piles, same_colour), relation=same_colour)),
    "every_third": with_deck(patience(every_third, always=True)),
    "few_transpositions": one_transposition,
    "four_cards_twice": with_twin,
    "only_24_cards": lambda rng: PLAY(shuffled_deck(rng)[:24]),
    "two_decks": lambda rng: PLAY(shuffled_deck(rng)[:16] + shuffled_deck(rng)[:16]),
    "one_pile_more": lambda rng: PLAY(shuffled_deck(rng)) + 2,
}
UNKNOWN_BATAILLE = {
    "three_values": lambda rng: bataille(shuffle=lambda rng: [rng.randrange(1, 14) for _ in range(52)])(rng),
    "half_the_deck": lambda rng: bataille(shuffle=lambda rng: riffles(7)(rng)[:26])(rng),
    "lead_of_four": lambda rng: rng.choice(["player1", "player1", "player2", "endless"]),
}
UNKNOWN_NIM = {"takes_one": lambda rng: nim((lambda matches, rng: rng.choice([take for take in (1, 2) if take <= matches]),) * 2)(rng)}

# --- bataille ----------------------------------------------------------------------------------------------------


def riffles(number):
    def shuffle(rng):
        deck = [value for value in range(1, 14) for _ in range(4)]
        for _ in range(number):
            flips = rng.getrandbits(52)
            cut = flips.bit_count()
            first, second = iter(deck[:cut]), iter(deck[cut:])
            deck = [next(first if flips >> i & 1 else second) for i in range(52)]
        return deck

    return shuffle


def bataille(shuffle=riffles(7), pickup="laid", alternating=False, face_down=True, ties=None, most=10**9):
    def play(rng):
        deck = shuffle(rng)
        hands = [deck[::2], deck[1::2]]
        first, rounds, kept, next_kept = 0, 0, None, 64
        while hands[0] and hands[1] and rounds < most:
            laid, up = [], True
            while True:
                if not (hands[0] and hands[1]):
                    laid = None
                    break
                cards = [hands[0].pop(0), hands[1].pop(0)]
                laid += [(first, cards[first]), (1 - first, cards[1 - first])]
                if alternating:
                    first = 1 - first
                if up and (cards[0] != cards[1] or ties is not None):
                    break
                up = not up if face_down else True
            if laid is None:
                break
            winner = ties if cards[0] == cards[1] else int(cards[1] > cards[0])
            if pickup != "laid":
                laid.sort(key=lambda card: (card[0] != winner) == (pickup == "winner"))
            hands[winner] += [card for _, card in laid]
            rounds += 1
            state = (first, hands)
            if kept is not None and kept == state:
                return "endless"
            if rounds == next_kept:
                kept = (first, [hands[0][:], hands[1][:]])
                next_kept += next_kept // 2
        if rounds == most:
            return "endless"
        lead = len(hands[0]) - len(hands[1])
        return "player1" if lead > 0 else "player2" if lead < 0 else "draw"

    return play


BATAILLE = {
    "winner_first": bataille(pickup="winner"),
    "loser_first": bataille(pickup="loser"),
    # Hardly any of these games ends or returns to a state within many thousands of rounds.
    "no_face_down_card": bataille(face_down=False, most=1000),
    "player1_wins_ties": bataille(ties=0, most=3000),
    "player2_wins_ties": bataille(ties=1, most=3000),
    "alternating_order": bataille(alternating=True),
    "not_shuffled": bataille(shuffle=riffles(0)),
    "riffled_once": bataille(shuffle=riffles(1)),
}

# --- nim ---------------------------------------------------------------------------------------------------------


def best_take(matches, rng):
    takes = [take for take in (2, 3) if take <= matches]
    worth = {0: 2, 1: 1, 2: 0, 3: 0, 4: 1}
    values = [worth[(matches - take) % 5] for take in takes]
    return takes, values


def pick(takes, values, best, rng):
    return rng.choice([take for take, value in zip(takes, values) if value == best])


def right(matches, rng):
    takes, values = best_take(matches, rng)
    return pick(takes, values, max(values), rng)


def wrong(matches, rng):
    takes, values = best_take(matches, rng)
    return pick(takes, values, min(values), rng)


def printed_min_max(matches, rng):
    """The handout's `min_max` of depth 1, for player 1: the signs of both players cancel out."""
    worth = {0: -1, 1: 0, 2: 1, 3: 1, 4: 0}
    return max((worth[(matches - take) % 5], take) for take in (2, 3) if take <= matches)[1]


def by_lot(matches, rng):
    return rng.choice([take for take in (2, 3) if take <= matches])


def nim(players=(by_lot, by_lot), draw=lambda to_play: "draw"):
    def play(rng):
        matches, player = 25, 0
        while matches >= 2:
            matches -= players[player](matches, rng)
            player = 1 - player
        return draw(player) if matches else f"player{2 - player}"

    return play


def exchanged(play):
    other = {"player1": "player2", "player2": "player1"}

    def exchange(rng):
        outcome = play(rng)
        return other.get(outcome, outcome)

    return exchange


NIM = {
    "draw_won_by_last_mover": nim(draw=lambda to_play: f"player{2 - to_play}"),
    "draw_lost_by_last_mover": nim(draw=lambda to_play: f"player{1 + to_play}"),
    "players_exchanged": exchanged(nim()),
}
NIM_GREEDY = {
    "handout_computer": nim((printed_min_max, by_lot)),
    "wrong_sign_player1": nim((wrong, by_lot)),
    "players_exchanged": exchanged(nim((right, by_lot))),
}
NIM_BOTH = {
    "wrong_sign_player1": nim((wrong, right)),
    "wrong_sign_player2": nim((right, wrong)),
    "wrong_sign": nim((wrong, wrong)),
}

# --- alak --------------------------------------------------------------------------------------------------------


def group(board, cell):
    """The cells of the group of a stone, and whether it has a liberty."""
    low = high = cell
    while low > 0 and board[low - 1] == board[cell]:
        low -= 1
    while high < len(board) - 1 and board[high + 1] == board[cell]:
        high += 1
    free = low > 0 and board[low - 1] == 0 or high < len(board) - 1 and board[high + 1] == 0
    return range(low, high + 1), free


def put(board, cell, player, captures_own):
    """Puts a stone; returns the cells where the opponent lost one."""
    board[cell] = player
    lost = []
    for beside in (cell - 1, cell + 1):
        if 0 <= beside < len(board) and board[beside] == 3 - player:
            cells, free = group(board, beside)
            if not free:
                lost += cells
    for captured in lost:
        board[captured] = 0
    if captures_own:
        cells, free = group(board, cell)
        if not free:
            for captured in cells:
                board[captured] = 0
    return lost


def alak(captures_own=False, forbids=True, greedy=None):
    def play(rng):
        board, player, forbidden = [0] * 9, 1, []
        for _ in range(1000):
            cells = [cell for cell in range(9) if board[cell] == 0 and cell not in forbidden]
            if not cells:
                break
            if greedy and player == 1:
                values = []
                for cell in cells:
                    after = board[:]
                    lost = put(after, cell, 1, captures_own)
                    margin = after.count(1) - after.count(2)
                    over = not any(after[c] == 0 and (c not in lost or not forbids) for c in range(9))
                    values.append(((margin > 0) - (margin < 0)) * 1000 if over else margin)
                best = max(values) if greedy == "right" else min(values)
                cells = [cell for cell, value in zip(cells, values) if value == best]
            lost = put(board, rng.choice(cells), player, captures_own)
            forbidden = lost if forbids else []
            player = 3 - player
        else:
            return "unresolved"
        margin = board.count(1) - board.count(2)
        return "player1" if margin > 0 else "player2" if margin < 0 else "draw"

    return play


ALAK = {
    "own_group_captured": alak(captures_own=True),
    "no_forbidden_cells": alak(forbids=False),
    "players_exchanged": exchanged(alak()),
}
ALAK_CAPTURED = {"own_group_spared": alak()}
ALAK_GREEDY = {"wrong_sign_player1": alak(greedy="wrong"), "no_forbidden_cells": alak(forbids=False, greedy="right")}

# --- tables ------------------------------------------------------------------------------------------------------


def at_most(piles, n):
    return piles <= n


READINGS = {
    "exactly_n": lambda piles, n: piles == n,
    "fewer_than_n": lambda piles, n: piles < n,
    "at_least_n": lambda piles, n: piles >= n,
    "more_than_n": lambda piles, n: piles > n,
    "at_most_n_plus_1": lambda piles, n: piles <= n + 1,
}
SCALES = {"ten_times_too_small": 0.1, "hundred_times_too_small": 0.01}

Game = namedtuple("Game", "name options column rows right mistakes readings pool unknown", defaults=[1, {}])
PILES, OUTCOMES = range(2, 33), ("player1", "player2", "draw")
GAMES = [
    Game("alliances", "alliances", "nb_tas_max", PILES, with_deck(PLAY),
         {key: with_deck(play) for key, play in ALLIANCES.items()} | ALLIANCES_DECKS, READINGS, 1, UNKNOWN),
    Game("exchange", "alliances --improve exchange", "nb_tas_max", PILES, best_exchange,
         {"change_not_applied": with_deck(PLAY)}, {}, 1 / 3),
    Game("bataille", "bataille", "outcome", (*OUTCOMES, "endless"), bataille(), BATAILLE, {}, 2 / 3, UNKNOWN_BATAILLE),
    Game("alternating", "bataille --order alternating", "outcome", (*OUTCOMES, "endless"), bataille(alternating=True),
         {"fixed_order": bataille()}, {}, 2 / 3),
    Game("nim", "nim", "outcome", OUTCOMES, nim(), NIM, {}, 1, UNKNOWN_NIM),
    Game("nim greedy", "nim --players greedy,random", "outcome", OUTCOMES, nim((right, by_lot)), NIM_GREEDY, {}),
    Game("nim both", "nim --players greedy,greedy", "outcome", OUTCOMES, nim((right, right)), NIM_BOTH, {}),
    Game("alak", "alak", "outcome", OUTCOMES, alak(), ALAK, {}, 2 / 3),
    Game("alak captured", "alak --own-group captured", "outcome", OUTCOMES, alak(captures_own=True), ALAK_CAPTURED, {}, 2 / 3),
    Game("alak greedy", "alak --players greedy,random", "outcome", OUTCOMES, alak(greedy="right"), ALAK_GREEDY, {}, 2 / 3),
]  # fmt: skip


def pool(game, key, play, games, cache):
    """The counts of the outcomes of many games of a program, played once; fewer of slow games."""
    games = int(games * game.pool)
    file = os.path.join(cache, f"{game.name}-{key}-{games}.json".replace(" ", "-"))
    if not os.path.exists(file):
        rng = random.Random(f"{game.name} {key}")
        counts = Counter(play(rng) for _ in range(games))
        with open(file, "w", encoding="utf-8") as out:
            json.dump(list(counts.items()), out)
    with open(file, encoding="utf-8") as text:
        return dict(map(tuple, json.load(text)))


def table(game, counts, deals, reading, rng, factor=1):
    drawn = Counter(rng.choices(list(counts), counts.values(), k=deals))
    lines = [f"{game.column},probability,deals"]
    for row in game.rows:
        share = factor * sum(number for outcome, number in drawn.items() if reading(outcome, row)) / deals
        lines.append(f"{row},{share},{deals}")
    return "\n".join(lines) + "\n"


def check(pioche, game, text, folder):
    """Whether a table disagrees, and the mistakes that explain it."""
    file = os.path.join(folder, "table.csv")
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)
    words = ["check-solution", game.options.split()[0], file, "--tally", os.path.join(folder, "run"), "--format", "json"]
    done = subprocess.run([pioche, *words], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    return done.returncode == 1, [explanation["mistake"] for explanation in report["explanations"]]


def change(game, right, wrong, factor, deals):
    """The largest change of a number, in standard errors of the right one; `right` and `wrong` are counts with a reading."""
    largest = 0
    for row in game.rows:
        shares = [
            sum(number for outcome, number in counts.items() if reading(outcome, row)) / sum(counts.values())
            for counts, reading in (right, wrong)
        ]
        error = (max(shares[0] * (1 - shares[0]), 1 / deals) / deals) ** 0.5
        largest = max(largest, abs(factor * shares[1] - shares[0]) / error)
    return largest


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "—"


def rates(pioche, game, key, counts, reading, deals, tables, folder):
    """Prints a line, and returns the share of tables that disagree, and of those in which the mistake is named."""
    rng = random.Random(f"{game.name} {key} {deals}")
    factor = SCALES.get(key, 1)
    results = [check(pioche, game, table(game, counts, deals, reading, rng, factor), folder) for _ in range(tables)]
    wrong_tables = [named for disagrees, named in results if disagrees]
    is_known = key != "none" and not key.startswith("unknown")
    right_names = sum(key in named if is_known else bool(named) for named in wrong_tables)
    per_table = sum(map(len, wrong_tables)) / max(len(wrong_tables), 1)
    cells = [game.name, key, f"{deals:,}", percent(len(wrong_tables), tables), percent(right_names, tables)]
    cells += [percent(right_names, len(wrong_tables)), f"{per_table:.1f}"]
    print("| " + " | ".join(cells) + " |", flush=True)
    return len(wrong_tables) / tables, right_names / max(len(wrong_tables), 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pioche")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pool", type=int, default=300_000)
    parser.add_argument("--deals", type=lambda text: [int(deals) for deals in text.split(",")], default=[1000, 10_000])
    parser.add_argument("--only", default="")
    parser.add_argument("--keys", default="", help="a regular expression of the lines")
    parser.add_argument("--cache", default=os.path.join(tempfile.gettempdir(), "pioche-mistakes"))
    args = parser.parse_args()
    os.makedirs(args.cache, exist_ok=True)
    misses = []
    print("| game | mistake | deals | disagree | named | named, if disagreeing | mistakes named |")
    print("|---|---|--:|--:|--:|--:|--:|", flush=True)
    for game in GAMES:
        if args.only and args.only not in game.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            words = [*game.options.split(), "--seed", "2", "--quiet", "--tally", os.path.join(folder, "run")]
            subprocess.run([args.pioche, "simulate", *words], check=True, stdout=subprocess.DEVNULL)
            chosen = re.compile(args.keys).search
            by_name = at_most if game.column == "nb_tas_max" else lambda outcome, row: outcome == row
            right_counts = pool(game, "none", game.right, args.pool, args.cache)
            cases = [("none", right_counts, by_name)] if chosen("none") else []
            cases += [(key, right_counts, reading) for key, reading in game.readings.items() if chosen(key)]
            if game.readings:
                cases += [(key, right_counts, by_name) for key in SCALES if chosen(key)]
            programs = {**game.mistakes, **{f"unknown: {key}": play for key, play in game.unknown.items()}}
            for key, play in programs.items():
                if chosen(key):
                    file_key = key.replace(": ", "-")
                    cases.append((key, pool(game, file_key, play, args.pool, args.cache), by_name))
            for deals in args.deals:
                for key, counts, reading in cases:
                    disagree, named = rates(args.pioche, game, key, counts, reading, deals, args.tables, folder)
                    # Two more tables than the rate allows are chance.
                    allowed = 0.05 if key == "none" else 0.1 if deals < 10_000 else 0.01
                    missed = disagree if key == "none" else (1 - named) * disagree
                    wrong, factor = (counts, reading), SCALES.get(key, 1)
                    if key != "none" and change(game, (right_counts, by_name), wrong, factor, deals) < 5:
                        # So small a change is not asked to be named.
                        continue
                    if key.startswith("unknown"):
                        allowed, missed = 0.02, named * disagree
                    if key == "none" and named:
                        misses.append(f"{game.name} named in right tables {deals}")
                    if missed * args.tables > allowed * args.tables + 2:
                        misses.append(f"{game.name} {key} {deals}")
    if misses:
        sys.exit("missed: " + ", ".join(misses))


if __name__ == "__main__":
    main()

"""Deal number DEAL of a seed, made again with NumPy alone: the deck that `pioche deal` prints, as numbers and as cards.

    python3 deck.py CARDS SEED DEAL      such as: python3 deck.py 32 1 103

CARDS is 32, 36 or 52. Cards are numbered suit by suit, in the order C (cœur), K (carreau), P (pique), T (trèfle); in a suit the
values ascend and the ace is last. With 32 cards, 0 is 7-C, 7 is A-C, 8 is 7-K and 31 is A-T. The deck is shuffled as the crate
docs of `rng` and `cards::shuffle` describe.
"""

import sys

import numpy as np

SHUFFLE, RESHUFFLE = 0, 1
VALUES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"] + [str(n) for n in range(11, 30)]
SUITS = "CKPTEFGH"


def card(number, ranks):
    """The card with a number, in a pack with `ranks` cards in each suit."""
    return VALUES[max(13 - ranks, 0) + number % ranks] + "-" + SUITS[number // ranks]


def mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def nth(x, n):
    """Output n, from 0, of SplitMix64 seeded with x."""
    return mix((x + (n + 1) * 0x9E3779B97F4A7C15) % 2**64)


def generator(seed, dealt, purpose, number):
    """The generator of a deal, or of a block of deals; `dealt` names the pack and the shuffle."""
    name = 0xCBF29CE484222325
    for byte in dealt.encode("ascii"):
        name = (name ^ byte) * 0x100000001B3 % 2**64
    key = nth(nth(seed, 0), name)
    word = [nth(nth(key, 4 * purpose + i), number) for i in range(4)]
    increment = word[2] + word[3] * 2**64 | 1
    state = ((word[0] + word[1] * 2**64 + increment) * 0xDA942042E4DD58B5 + increment) % 2**128
    bits = np.random.PCG64DXSM()
    inner = {"state": state, "inc": increment}
    bits.state = {"bit_generator": "PCG64DXSM", "state": inner, "has_uint32": 0, "uinteger": 0}
    return bits


def shared_bounds(cards):
    """The bounds 2 to `cards`, in groups that share a word of 32 bits: a product of at most 2^20."""
    groups, product = [], 2**20
    for bound in range(2, cards + 1):
        product *= bound
        if product > 2**20:
            groups.append([])
            product = bound
        groups[-1].append(bound)
    return groups


def draws(bounds, word):
    """A number below each bound, or None if the word is rejected."""
    product, drawn, x = 1, [], int(word)
    for bound in bounds:
        product *= bound
        drawn.append(x * bound >> 32)
        x = x * bound % 2**32
    return None if x < 2**32 % product else drawn


def halves(bits):
    """The words of 32 bits of a generator, the low half of each output first."""
    while True:
        word = int(bits.random_raw())
        yield word % 2**32
        yield word >> 32


def uniform(pack, cards, seed, deal):
    """The numbers of the cards from the top, and whether a word was rejected; `pack` is `cards` or suits, x, ranks: `2x6`."""
    groups, dealt = shared_bounds(cards), f"cards={pack} shuffle=uniform"
    raw = np.atleast_1d(generator(seed, dealt, SHUFFLE, deal // 64).random_raw(32 * len(groups)))
    words = raw.view(np.uint32).reshape(len(groups), 64)[:, deal % 64]
    drawn = [draws(bounds, word) for bounds, word in zip(groups, words)]
    again = None in drawn
    if again:
        words = halves(generator(seed, dealt, RESHUFFLE, deal))
        drawn = [next(places for places in (draws(bounds, word) for word in words) if places) for bounds in groups]
    deck = [0]
    for number, place in enumerate((place for places in drawn for place in places), 1):
        deck.insert(place, number)
    return deck, again


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    cards, seed, deal = map(int, sys.argv[1:])
    numbers, _ = uniform(cards, cards, seed, deal)
    print(*numbers)
    print(*(card(number, cards // 4) for number in numbers))

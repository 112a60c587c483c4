#!/usr/bin/env python3
"""An own cheat (handout 000, 5.2): the four aces are drawn last.

python3 examples/cheat.py 100000 | pioche simulate alliances --decks -
"""

import random
import sys

PACK = [f"{value}-{suit}" for suit in "CKPT" for value in (7, 8, 9, 10, "V", "D", "R", "A")]


def cheat(deck):
    return [card for card in deck if card[0] != "A"] + [card for card in deck if card[0] == "A"]


random.seed(1)
for _ in range(int(sys.argv[1])):
    print(" ".join(cheat(random.sample(PACK, len(PACK)))))

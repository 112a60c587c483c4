#!/bin/bash
# Plays a simulation in 64 parts by GNU parallel, then merges the parts. The file `machines` has lines such as
# `16/user@host`, with the number of cores; the machines share this folder. Started again, it continues parts that stopped.
parallel --sshloginfile machines --workdir . --joblog parts.log --retries 3 \
  pioche --quiet simulate alliances --deals 1e12 --threads 1 --tally part-{}.tally --resume --shard {}/64 \
  ::: {1..64} > /dev/null &&
  pioche merge part-*.tally --tally all.tally

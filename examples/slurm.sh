#!/bin/bash
#SBATCH --job-name=pioche --cpus-per-task=16 --time=8:00:00
# Plays a simulation as a job array of Slurm, one part a job, then merges the parts and writes a CSV:
#     bash slurm.sh          in a folder that the nodes share; they find pioche in their PATH
#     bash slurm.sh 17,18    plays parts that failed from where they stopped, then merges all parts
parts=64
simulate=(simulate alliances --deals 1e12)

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  array=$(sbatch --parsable --array="${1:-1-$parts}" "$0") &&
    sbatch --job-name=pioche-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --wrap \
      'pioche merge part-*.tally --tally all.tally && pioche report all.tally --csv all.csv'
  exit
fi
part=$SLURM_ARRAY_TASK_ID
exec pioche "${simulate[@]}" --threads "$SLURM_CPUS_PER_TASK" --shard "$part/$parts" --tally "part-$part.tally" --resume

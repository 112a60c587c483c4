#!/bin/bash
# bash SCRIPT plays {{ parts }} parts of a simulation on Slurm, then merges them and writes the report.
# bash SCRIPT 3,5 resumes parts 3 and 5, then merges all parts and writes the report.
# PIOCHE_SBATCH holds options of sbatch for all jobs: PIOCHE_SBATCH='--account=lab --cpus-per-task=16' bash SCRIPT
# The nodes must share this folder and find the program pioche in their PATH.
# Merge and report replace only files that this script wrote: their checksums are in files that end in .sha256.
set -eu
array=$(sbatch ${PIOCHE_SBATCH:-} --parsable --job-name=pioche --array="${1:-1-{{ parts }}}" --output=pioche-%A-%a.log <<'PART'
#!/bin/bash
part=$SLURM_ARRAY_TASK_ID
exec {{ command }} {{ part_output }}"$part" --resume --shard "$part/{{ parts }}" --threads "${SLURM_CPUS_PER_TASK:-1}"
PART
)
# If a part fails, the jobs that depend on it are cancelled.
merge=$(sbatch ${PIOCHE_SBATCH:-} --parsable --job-name=pioche-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
  --output=pioche-merge-%j.log <<'MERGE'
#!/bin/bash
set -eu
merge() {
  local tally=$1 force={{ force }}
  shift
  if sha256sum --check --status "$tally.sha256" 2> /dev/null; then force=--force; fi
  pioche merge "$@" --tally "$tally" $force
  sha256sum -- "$tally" > "$tally.sha256"
}
{{ merge_commands }}
MERGE
)
sbatch ${PIOCHE_SBATCH:-} --job-name=pioche-report --dependency="afterok:${merge%%;*}" --kill-on-invalid-dep=yes \
  --output=pioche-report-%j.log <<'REPORT'
#!/bin/bash
{{ report_commands }}
REPORT

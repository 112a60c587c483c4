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
{% if folder %}
exec {{ command }} --out {{ part_stem }}"$part" --resume --force --shard "$part/{{ parts }}" --threads "${SLURM_CPUS_PER_TASK:-1}"
{% else %}
exec {{ command }} --tally {{ part_stem }}"$part" --resume --shard "$part/{{ parts }}" --threads "${SLURM_CPUS_PER_TASK:-1}"
{% endif %}
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
{% if folder %}
mkdir -p {{ folder }}
for file in {{ names | join(" ") }}; do
parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"/"$file"); done
merge {{ folder }}/"$file" "${parts[@]}"
done
{% else %}
parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"); done
merge {{ merged_files | join(" ") }} "${parts[@]}"
{% endif %}
MERGE
)
sbatch ${PIOCHE_SBATCH:-} --job-name=pioche-report --dependency="afterok:${merge%%;*}" --kill-on-invalid-dep=yes \
  --output=pioche-report-%j.log <<'REPORT'
#!/bin/bash
{% if written %}
set -eu
force={{ force }}
if sha256sum --check --status --ignore-missing {{ report_sums }} 2> /dev/null; then force=--force; fi
pioche report {{ merged_files | join(" ") }}{{ report_options }} $force
sha256sum -- {{ written | join(" ") }} > {{ report_sums }}
{% else %}
exec pioche report {{ merged_files | join(" ") }}{{ report_options }}
{% endif %}
REPORT

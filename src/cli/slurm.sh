#!/bin/bash
# bash SCRIPT plays {{ parts }} parts of a simulation on Slurm, then merges them and writes the report.
# bash SCRIPT 3,5 resumes parts 3 and 5, then merges all parts and writes the report.
# PIOCHE_SBATCH holds options of sbatch for all jobs: PIOCHE_SBATCH='--account=lab --cpus-per-task=16' bash SCRIPT
# The nodes must share this folder and find the program pioche in their PATH.
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
{% if folder %}
mkdir -p {{ folder }}
for file in {{ names | join(" ") }}; do
parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"/"$file"); done
pioche merge "${parts[@]}" --tally {{ folder }}/"$file" --force
done
{% else %}
parts=()
for part in {1..{{ parts }}}; do parts+=({{ part_stem }}"$part"); done
pioche merge "${parts[@]}" --tally {{ merged_files | join(" ") }} --force
{% endif %}
MERGE
)
sbatch ${PIOCHE_SBATCH:-} --job-name=pioche-report --dependency="afterok:${merge%%;*}" --kill-on-invalid-dep=yes \
  --output=pioche-report-%j.log <<'REPORT'
#!/bin/bash
exec pioche report {{ merged_files | join(" ") }}{{ report_options }} --force
REPORT

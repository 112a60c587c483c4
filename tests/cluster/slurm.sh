#!/bin/bash
# Runs a simulation on a real Slurm with one node on the loopback interface, by the script `examples/slurm.sh`: an array of 8 and
# its merge. One part is killed and submitted again, and the result is compared with a single run.
#
#     bash tests/cluster/slurm.sh [PROGRAM]         (default: target/release/pioche)
#
# It needs root and Debian's slurm-wlm and munge, and installs them if it can; otherwise it prints the reason and exits with 0.
# Its files are in a new folder under /tmp, its ports are derived from the process number, and it stops all its daemons.
set -euo pipefail

skip() { echo "skipped: $*" >&2; exit 0; }

program=$(realpath "${1:-$(dirname "$0")/../../target/release/pioche}")
example=$(realpath "$(dirname "$0")/../../examples/slurm.sh")
[ -x "$program" ] || { echo "no program at $program: cargo build --release" >&2; exit 2; }
[ "$(id -u)" = 0 ] || skip "only root can start the daemons of Slurm"
if ! command -v slurmctld slurmd munged sbatch >/dev/null; then
  command -v apt-get >/dev/null || skip "neither Slurm nor apt-get is installed"
  # The services of these packages stay off: this script starts the daemons that it needs.
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge >/dev/null 2>&1 ||
    skip "slurm-wlm and munge cannot be installed"
fi

# The path is short, since the name of a socket has a maximum length.
here=$(mktemp -d -t pioche-slurm.XXXX)
pids=()
finish() {
  code=$?
  if [ $code != 0 ]; then
    echo "failed ($code); the last lines of the logs:" >&2
    tail -n 20 "$here"/*.log "$here"/run/*.log >&2 2>/dev/null || true
  fi
  # The jobs are cancelled while the daemons still run.
  scancel --full --quiet --user=root 2>/dev/null || true
  for _ in {1..100}; do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.1; done
  # The last daemon is stopped first; after ten seconds it is killed.
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    kill "${pids[i]}" 2>/dev/null || continue
    for _ in {1..100}; do kill -0 "${pids[i]}" 2>/dev/null || break; sleep 0.1; done
    kill -9 "${pids[i]}" 2>/dev/null || true
  done
  rm -rf "$here"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir -p "$here"/{munge,state,spool,run}
chmod 755 "$here"
chmod 700 "$here/munge"
head -c 64 /dev/urandom > "$here/munge/key"
chmod 400 "$here/munge/key"
socket=$here/munge/socket
host=$(hostname -s)
cores=$(nproc)
ports=$((20000 + $$ % 20000))
cat > "$here/slurm.conf" <<CONF
ClusterName=pioche
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$ports
SlurmdPort=$((ports + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SchedulerParameters=defer,sched_interval=1
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$here/slurm.conf

munged --foreground --force --key-file="$here/munge/key" --socket="$socket" --pid-file="$here/munge/pid" \
  --log-file="$here/munge/log" --seed-file="$here/munge/seed" > "$here/munged.log" 2>&1 & pids+=($!)
for _ in {1..50}; do [ -S "$socket" ] && break; sleep 0.1; done
slurmctld -D -i -f "$SLURM_CONF" > "$here/ctld.log" 2>&1 & pids+=($!)
slurmd -D -f "$SLURM_CONF" > "$here/d.log" 2>&1 & pids+=($!)
for _ in {1..300}; do [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break; sleep 0.1; done
[ "$(sinfo -h -o %T)" = idle ] || { echo "the node did not start" >&2; exit 1; }
echo "Slurm $(sinfo --version | cut -d' ' -f2) on $host, $cores cores"

# The rest is what a user does: the program is on the path, with a folder and a script.
mkdir "$here/bin"
ln -s "$program" "$here/bin/pioche"
export PATH=$here/bin:$PATH LC_ALL=C
cd "$here/run"
now() { date +%s%3N; }
seconds() { echo $(($(now) - $1)) | sed -E 's/^/000/; s/0*([0-9]+)([0-9]{3})$/\1.\2/'; }
state() { scontrol show job -o "$1" 2>/dev/null | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' | head -n 1; }
await() { # SECONDS COMMAND: waits until COMMAND succeeds
  local left=$(($1 * 5)); shift
  until "$@"; do [ $((left -= 1)) -gt 0 ] || { squeue >&2; echo "timeout: $*" >&2; exit 1; }; sleep 0.2; done
}
idle() { [ -z "$(squeue -h)" ]; }
saved() { [ -e "$1" ] && grep -q '^ranges [0-9]*\.\.' "$1"; }

simulate=(simulate alliances --cards 32 --deals "${DEALS:-3G}" --seed 11)
began=$(now)
# Runs in the background: bash handles signals during `wait`, but not while a foreground command runs.
pioche "${simulate[@]}" --tally single.tally --csv single.csv > /dev/null 2>&1 & pids+=($!)
wait $!
unset 'pids[-1]'
echo "the single run: $(seconds "$began") s"

sed -e "s/simulate=.*/simulate=(${simulate[*]})/" -e 's/parts=64/parts=8/' -e 's/--cpus-per-task=16/--cpus-per-task=1/' \
  "$example" > job.sh
began=$(now)
bash job.sh > submitted
array=$(squeue -h -r -n pioche -o %F | head -n 1)
echo "submitted: array $array of $(squeue -h -r -n pioche -o %i | wc -l), the merge waits for it"

# Part 3 is killed as soon as it has saved something, as if its node lost power.
await 120 saved part-3.tally
task=$(squeue -h -r -n pioche -o '%i %A' | sed -n "s/^${array}_3 //p")
# The job's script was replaced by the program (`exec`).
kill -9 "$(scontrol listpids "$task" | awk '$1 ~ /^[0-9]+$/ { print $1; exit }')"
await 300 idle
[ ! -e all.tally ] || { echo "the parts were merged without part 3" >&2; exit 1; }
played=$(sed -n 's/^ranges \([0-9]*\)\.\.\([0-9]*\)$/\1 \2/p' part-3.tally)
echo "part 3 was killed ($(state "${array}_3")) with $(echo "$played" | awk '{ print $2 - $1 }') deals saved;" \
  "the merge was cancelled, after $(seconds "$began") s"

before=$(md5sum part-[124-8].tally)
bash job.sh 3 > submitted
await 300 idle
[ "$(md5sum part-[124-8].tally)" = "$before" ] || { echo "other parts have changed" >&2; exit 1; }
echo "part 3 was submitted again alone; the merge ended $(seconds "$began") s after the first submission"

cmp single.tally all.tally
cmp single.csv all.csv
echo "the same: tally ($(wc -c < all.tally) bytes) and CSV of the single run"

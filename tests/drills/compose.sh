#!/usr/bin/env bash
# `npm run drill:compose`: an operator's first day, on a bare Debian 13 with its Docker and Compose. Runs the lines of README.md ("Run it")
# word for word, other than the address of the repository and the names of hosts, then what docs/operating.md promises of the container. As
# root on Debian; needs no init system. The machine is a mount, process and network namespace on a bare tree of Debian 13: its engine,
# containers, mounts, networks and firewall rules end with it, and an engine of this computer is not met. Its network leads to this
# computer's by slirp4netns, for packages alone.
#
# No registry of images is asked. Images that stand for the official ones are made under their names, from Debian's packages (images/).
# They are kept, with Debian's packages, in WORK (/var/tmp/fieldport-compose) for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 0 ] || { echo "drill:compose takes no options, and was given: $*" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'drill:compose starts an engine: run it as root.' >&2; exit 2; }

# shellcheck source=tests/drills/bases.sh
. tests/drills/bases.sh
needPrograms debootstrap slirp4netns ip=iproute2 chromium
work=${WORK:-/var/tmp/fieldport-compose}
mkdir -p "$work"
# One at a time in a folder.
exec 8>"$work/lock"
flock --nonblock 8 || { echo "Another drill:compose uses $work." >&2; exit 2; }
makeDebian "$work/debian"
makeNode "$work/node"
run=$(mktemp -d "$work/run.XXXXXX")
cgroup=fieldport-drill-$$

finish() {
  trap - EXIT
  kill -KILL "${namespaces:-}" "${network:-}" 2>/dev/null || true
  wait 2>/dev/null || true
  # The kernel takes a moment to empty them.
  for _ in {1..50}; do
    find /sys/fs/cgroup -depth -type d -path "*/$cgroup*" -exec rmdir {} + 2>/dev/null || true
    [ -n "$(find /sys/fs/cgroup -type d -path "*/$cgroup*" 2>/dev/null)" ] || break
    sleep 0.1
  done
  rm -rf "$run"
}
trap finish EXIT
startInNamespaces --mount --net bash tests/drills/compose/day.sh "$work" "$run" "$cgroup" 8>&-
until first=$(pgrep --parent "$namespaces"); do kill -0 "$namespaces"; sleep 0.1; done
setpriv --pdeathsig KILL slirp4netns --configure --disable-host-loopback --mtu 1400 "$first" outside >"$run/network.log" 2>&1 8>&- &
network=$!
wait "$namespaces"

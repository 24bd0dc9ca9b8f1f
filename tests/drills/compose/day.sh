#!/usr/bin/env bash
# Part of compose.sh: the first process of the machine's namespaces. day.sh WORK RUN CGROUP
set -euo pipefail
work=$1 run=$2 cgroup=$3
# shellcheck source=tests/drills/bases.sh
. tests/drills/bases.sh
# shellcheck source=tests/drills/compose/images.sh
. tests/drills/compose/images.sh
domain=portal.internal ipv4=198.51.100.9 ipv6=2001:db8:1::9 ipv6Network=2001:db8:1::/64

# The machine's network: the outside, and a street with customers in a namespace of their own.
ip link set lo up
until ip -4 addr show outside 2>/dev/null | grep -q 'inet '; do sleep 0.1; done
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
ip netns add customers
ip link add street type veth peer name street netns customers
ip addr add 198.51.100.1/24 dev street
ip addr add 2001:db8:1::1/64 dev street nodad
ip link set street up
ip -n customers addr add $ipv4/24 dev street
ip -n customers addr add $ipv6/64 dev street nodad
ip -n customers link set street up
ip -n customers link set lo up
printf '127.0.0.1 localhost\n::1 localhost\n198.51.100.1 %s\n2001:db8:1::1 %s\n' $domain $domain >"$run/hosts"
echo 'nameserver 10.0.2.3' >"$run/resolv.conf"
mount --bind "$run/hosts" /etc/hosts

mkdir -p "$run"/{repository.git,images}
git clone --quiet --bare . "$run/repository.git"
git -C "$run/repository.git" symbolic-ref HEAD "refs/heads/$(git branch --show-current)"

setpriv --pdeathsig KILL unshare --mount bash tests/drills/compose/machine.sh "$work/debian" "$run" "$work/packages" &
computer=$!
until [ "$(cat /proc/$computer/comm)" = sleep ]; do kill -0 $computer; sleep 0.1; done
inMachine() {
  nsenter --target $computer --mount --wdns="${folder:-/root}" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
# With a terminal, as an operator has one.
type() { inMachine script --quiet --return --command "$1" /dev/null </dev/null; }

# The block of README.md below "Run it": its first line installs, then the engine starts, as an init system does it.
readme=$(sed -n '/^## Run it/,/^## /p' README.md | sed -n '/^```sh/,/^```/p' | sed '1d;$d')
[ "$(wc -l <<<"$readme")" -le 10 ] || { echo 'README.md has more than ten lines'; exit 1; }
readme=${readme//REPOSITORY//srv/repository.git}
readme=${readme//portal.example.com/$domain}
inMachine apt-get update -qq
say 'README: installs' "$(head -1 <<<"$readme")"
inMachine bash -euc "$(head -1 <<<"$readme")" >"$run/install.log" 2>&1 || { tail -20 "$run/install.log"; exit 1; }
inMachine dockerd --cgroup-parent "/$cgroup" >"$run/engine.log" 2>&1 &
until inMachine docker info >/dev/null 2>&1; do kill -0 $! || { tail "$run/engine.log"; exit 1; }; sleep 0.1; done
say 'engine' "Docker $(inMachine docker version --format '{{.Server.Version}}'), Compose $(inMachine docker compose version --short), Debian $(inMachine cat /etc/debian_version)"
prepareImages


# shellcheck source=tests/drills/compose/steps.sh
. tests/drills/compose/steps.sh
runReadme
seeTls
tellApart
flash
replaceUnderLoad
stopAndStart bucket withoutBucket
stopAndStart database withoutDatabase
restoreBackup
downAndUp

printf '\n| Step | Seen |\n|---|---|\n'
printf '%s\n' "${table[@]}"

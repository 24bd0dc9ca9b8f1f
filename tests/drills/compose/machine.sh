#!/usr/bin/env bash
# Part of compose.sh: becomes the bare machine, in a mount namespace of its own. machine.sh DEBIAN RUN PACKAGES
set -euo pipefail
debian=$1 run=$2 packages=$3
mkdir -p "$run"/{upper,overlay,machine,docker} "$packages/partial"
mount -t overlay overlay -o "lowerdir=$debian,upperdir=$run/upper,workdir=$run/overlay" "$run/machine"
cd "$run/machine"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir -p var/lib/docker srv/repository.git srv/images before
touch etc/hosts etc/resolv.conf
# Layers on an overlay would be copies.
mount --bind "$run/docker" var/lib/docker
mount --bind "$packages" var/cache/apt/archives
mount --bind "$run/repository.git" srv/repository.git
mount --bind "$run/images" srv/images
mount --bind "$run/hosts" etc/hosts
mount --bind "$run/resolv.conf" etc/resolv.conf
# Packages do not start their services: there is no init system.
printf '#!/bin/sh\nexit 101\n' >usr/sbin/policy-rc.d
chmod +x usr/sbin/policy-rc.d
echo 'APT::Keep-Downloaded-Packages "true";' >etc/apt/apt.conf.d/keep
pivot_root . before
umount -l /before
exec sleep infinity

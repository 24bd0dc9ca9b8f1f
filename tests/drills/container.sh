#!/usr/bin/env bash
# Builds the Dockerfile and runs the image as an unprivileged user on a read-only root: health check, first administrator, an update in the
# browser, the signal to stop. For a machine without a container engine and without a registry of images: the two base images are made by
# debootstrap and from npm. Run as root on Debian: tests/drills/container.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
work=${WORK:-/var/tmp/fieldport-container}
port=${CONTAINER_PORT:-3900}
# Caddy's: with the certificate that it signs itself for this name.
export CONTAINER_URL=https://localhost:$((port + 1))

# shellcheck source=tests/drills/bases.sh
. tests/drills/bases.sh
[ $# = 0 ] || { echo "drill:container takes no options, and was given: $*" >&2; exit 2; }
needPrograms buildah debootstrap curl
mkdir -p "$work"
# Everything that it starts ends with it.
if [ -z "${CONTAINER_DRILL:-}" ]; then
  CONTAINER_DRILL=inside startInNamespaces --mount bash tests/drills/container.sh
  wait "$namespaces"
  exit
fi
makeDebian "$work/debian"
makeNode "$work/node"

# Before 2.11.2 Caddy answers 502 to a POST that it sends a second time (github.com/caddyserver/caddy/issues/7546); Debian's may be older.
caddy=$(command -v caddy || true)
if [ -z "$caddy" ] || ! dpkg --compare-versions "$("$caddy" version | grep -oE '[0-9]+(\.[0-9]+)+' | head -1)" ge 2.11.2; then
  caddy=$work/caddy/usr/bin/caddy
  if [ ! -e "$caddy" ]; then
    debian=http://deb.debian.org/debian
    package=$(curl -sSf "$debian/dists/trixie-backports/main/binary-amd64/Packages.xz" | xz -d \
      | awk -v RS= '/^Package: caddy\n/' | sed -n 's/^Filename: //p')
    curl -sSf -o "$work/caddy.deb" "$debian/$package"
    dpkg-deb -x "$work/caddy.deb" "$work/caddy"
  fi
fi
say 'Caddy' "$("$caddy" version)"

base() {
  local container
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$work/debian" / >/dev/null
  if [ "$1" = node ]; then buildah copy --quiet "$container" "$work/node" /usr/local >/dev/null; fi
  buildah commit --quiet --rm "$container" "$2" >/dev/null
}
buildah inspect --type image "docker.io/library/$debianImage" >/dev/null 2>&1 || base debian "docker.io/library/$debianImage"
buildah inspect --type image "docker.io/library/$nodeImage" >/dev/null 2>&1 || base node "docker.io/library/$nodeImage"

# Reaches the build as a mounted file, not as a layer.
npmrc=$work/npmrc
writeNpmrc "$npmrc" /etc/ssl/host-certificates.crt
started=$SECONDS
buildah build --format docker --pull-never --quiet --network host --tag fieldport --build-arg COMMIT="$(git rev-parse HEAD)" \
  --volume "$npmrc:/usr/local/etc/npmrc:ro" --volume /etc/ssl/certs/ca-certificates.crt:/etc/ssl/host-certificates.crt:ro . >"$work/build.log" 2>&1 \
  || { tail -40 "$work/build.log"; exit 1; }
say 'image: built, s' $((SECONDS - started))

# A drill that was ended has left its own.
buildah rm fieldport-drill >/dev/null 2>&1 || true
rm -rf "$work"/data.*
container=$(buildah from --name fieldport-drill --pull-never localhost/fieldport)
root=$(buildah mount "$container")
data=$(mktemp -d "$work/data.XXXX")
chown 10001:10001 "$data"
say 'image: size, MB' "$(du -sm "$root" | cut -f1)"
say 'image: of these packages, MB' "$(du -sm "$root/portal/node_modules" | cut -f1)"

finish() {
  # The processes and the mounts end with their namespaces.
  buildah rm "$container" >/dev/null
  rm -rf "$data"
}
trap finish EXIT

# As an engine does with --read-only, --cap-drop ALL and no-new-privileges: the image's root read-only, /data and /tmp writable. Replaces its
# shell: call it in one of its own.
inside() {
  exec unshare --mount --pid --fork --kill-child --mount-proc bash -euc '
    root=$1 data=$2 port=$3; shift 3
    mount --rbind "$root" /mnt
    mount -o bind,remount,ro /mnt
    mount --bind "$data" /mnt/data
    mount -t tmpfs tmpfs /mnt/tmp
    mount -t proc proc /mnt/proc
    mount -t tmpfs tmpfs /mnt/dev
    for device in null zero urandom random; do touch /mnt/dev/$device; mount --bind /dev/$device /mnt/dev/$device; done
    cd /mnt
    exec chroot /mnt /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
      /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT="$port" DATA_DIR=/data \
      PUBLIC_URL="$CONTAINER_URL" TRUSTED_PROXIES=127.0.0.1,::1 SIMULATED_DEVICE=true DRAIN_SECONDS=5 STAFF_SECOND_FACTOR=optional ${ADMIN_PASSWORD:+ADMIN_PASSWORD="$ADMIN_PASSWORD"} \
      /bin/sh -c "cd /portal && exec \"\$@\"" sh "$@"
  ' bash "$root" "$data" "$port" "$@"
}

say 'user' "$(inside id -un)"
if (inside touch /portal/dist/written) 2>/dev/null; then echo 'the root can be written to'; exit 1; fi
say 'root' 'read-only'
(inside touch /data/written)

ADMIN_PASSWORD=$(node -e 'console.log(require("node:crypto").randomBytes(12).toString("base64url") + "aA1!")')
export ADMIN_PASSWORD ADMIN_EMAIL=administrator@example.com
(inside node dist/server/createAdmin.js "$ADMIN_EMAIL")
say 'administrator' 'made'

# The image's own health check, as an engine runs it.
mapfile -t check < <(buildah inspect --type image --format '{{range .Docker.Config.Healthcheck.Test}}{{.}}{{"\n"}}{{end}}' localhost/fieldport | sed '1d;/^$/d')
[ "${check[0]:-}" = node ] || { echo "the image has no health check: ${check[*]:-}"; exit 1; }

# The container, until its health check is green.
start() {
  local started=$SECONDS
  inside node dist/server/main.js >>"$work/server.log" 2>&1 &
  server=$!
  until (inside "${check[@]}") 2>/dev/null; do
    kill -0 "$server" 2>/dev/null || { tail "$work/server.log"; exit 1; }
    [ $((SECONDS - started)) -lt 120 ] || { echo 'never healthy'; tail "$work/server.log"; exit 1; }
    sleep 0.5
  done
  say 'health check: green after, s' $((SECONDS - started))
}

stop() {
  local started=$SECONDS
  # The first process of its namespace: what an engine signals.
  kill -TERM "$(pgrep --parent "$server" | head -1)"
  wait "$server" || { echo "ended with code $?"; tail "$work/server.log"; exit 1; }
  server=
  say 'stopped in order after, s' $((SECONDS - started))
}

: >"$work/server.log"
start

# Caddy with the lines of compose.yaml, other than ports.
{
  printf '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n'
  sed -n '/^      ${DOMAIN} {/,/^$/p' compose.yaml | sed "s/\${DOMAIN}/localhost:$((port + 1))/;s/reverse_proxy .* {/reverse_proxy 127.0.0.1:$port {/"
} >"$work/Caddyfile"
XDG_DATA_HOME="$work/certificates" "$caddy" run --adapter caddyfile --config "$work/Caddyfile" >"$work/caddy.log" 2>&1 &
proxy=$!

NODE_TLS_REJECT_UNAUTHORIZED=0 node tests/drills/flashInContainer.ts

# Another container takes its place while people ask.
NODE_TLS_REJECT_UNAUTHORIZED=0 node tests/drills/askWithoutPause.ts &
asking=$!
sleep 3
stop
start
sleep 3
kill -TERM "$asking"
wait "$asking"

stop

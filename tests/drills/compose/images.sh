# Part of compose.sh: makes the images under the names that the Dockerfile and compose.yaml give them, or loads those of the last time.

# Their names, by what stands for them.
imageOf() { sed -n "s|^    image: \($1:.*\)|\1|p" compose.yaml; }
declare -A images=([node]=$nodeImage [database]=$(imageOf postgres) [bucket]=$(imageOf versity/versitygw) [caddy]=$(imageOf caddy))

prepareImages() {
  local each
  [ -e "$work/debian.tar" ] || tar -C "$work/debian" -cf "$work/debian.tar" .
  inMachine docker import - "$debianImage" <"$work/debian.tar" >/dev/null
  cp -r tests/drills/compose/images/. "$run/images"
  mkdir -p "$run/images/node/usr/local/etc" "$run/images/node/etc/ssl"
  cp -r "$work/node/." "$run/images/node/usr/local"
  writeNpmrc "$run/images/node/usr/local/etc/npmrc" /etc/ssl/host-certificates.crt
  cp -L /etc/ssl/certs/ca-certificates.crt "$run/images/node/etc/ssl/host-certificates.crt"
  for each in "${!images[@]}"; do prepareImage "$each" "${images[$each]}"; done
}

prepareImage() {
  local each=$1 name=$2 key kept
  key=$(cd "$run/images/$each" && (echo "$debianImage $name" && find . -type f -exec sha256sum {} + | sort -k 2) | sha256sum | cut -c1-16)
  kept=$work/$each-$key.tar
  if [ -e "$kept" ]; then
    inMachine docker load --quiet <"$kept" >/dev/null
  else
    inMachine docker build --build-arg "BASE=$debianImage" --tag "$name" "/srv/images/$each" >"$run/image.log" 2>&1 || { tail -30 "$run/image.log"; return 1; }
    rm -f "$work/$each"-*.tar
    inMachine docker save "$name" >"$kept.unfinished"
    mv "$kept.unfinished" "$kept"
  fi
  say 'image that stands for an official one' "$name"
}

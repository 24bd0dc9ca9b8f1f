# Part of day.sh: what is done on the machine, and what customers see of it. Every step says what was seen, or ends the drill.

table=()
seen() { table+=("| $1 | $2 |"); say "$1" "$2"; }
lost() {
  echo "$1" >&2
  folder=/root/fieldport inMachine docker compose ps --all >&2 || true
  folder=/root/fieldport inMachine docker compose logs --tail 5 >&2 || true
  exit 1
}

compose() { folder=/root/fieldport inMachine docker compose --progress quiet "$@"; }
onStreet() { ip netns exec customers env NODE_TLS_REJECT_UNAUTHORIZED=0 NODE_NO_WARNINGS=1 NODE_EXTRA_CA_CERTS= "$@"; }
# A failure within "$( )" ends only that: so the result is assigned before it is used.
scene() {
  local title=$1 said
  said=$(visit "${@:2}")
  seen "$title" "$said"
}
visit() { onStreet node tests/drills/compose/visit.ts "$@" || lost "$1: not as promised"; }
until_() {
  local endsAt=$((SECONDS + 180))
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $endsAt ] || lost "never: $*"
    sleep 0.5
  done
}
isReady() { onStreet curl --silent --insecure --fail --max-time 5 "$CONTAINER_URL/readyz"; }

runReadme() {
  local started=$SECONDS states
  printf '%s\n' "${readme#*$'\n'}" >"$run/images/lines.sh"
  type 'bash -eu /srv/images/lines.sh' >"$run/lines.log" 2>&1 || { tail -60 "$run/lines.log"; lost 'the lines of README.md failed'; }
  ADMIN_PASSWORD=$(tr -d '\r' <"$run/lines.log" | sed -n 's/^Password, shown this once: //p')
  [ -n "$ADMIN_PASSWORD" ] || lost 'no administrator was made'
  export ADMIN_PASSWORD ADMIN_EMAIL=you@example.com CONTAINER_URL=https://$domain
  seen "README.md's lines, word for word" "portal and administrator after $((SECONDS - started)) s"
  states=$(compose ps --format '{{.Service}} {{.Health}}' | sort | tr '\n' ',' | sed 's/,$//;s/,/, /g')
  [ "$states" = 'bucket healthy, caddy healthy, database healthy, portal healthy' ] || lost "$states"
  seen 'health checks' "$states"
  # The steps below sign the administrator in by the password alone.
  folder=/root/fieldport inMachine bash -euc 'echo STAFF_SECOND_FACTOR=optional >>.env && docker compose --progress quiet up --detach --wait'
}

seeTls() {
  local issuer
  issuer=$(onStreet openssl s_client -connect "$domain:443" -servername "$domain" </dev/null 2>/dev/null | openssl x509 -noout -issuer -ext subjectAltName | tr -s '\n ' ' ')
  grep -q "DNS:$domain" <<<"$issuer" || lost "certificate: $issuer"
  [ "$(onStreet curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "http://$domain/")" = "308 $CONTAINER_URL/" ] || lost 'http is not led to https'
  seen TLS "$issuer; http leads to https"
}

# Guesses from both; the administrator then reads the security log, where an IPv6 customer is a network: one household has all of it.
tellApart() {
  local family
  for family in 4 6; do
    onStreet curl --silent --insecure "-$family" --output /dev/null --header 'Content-Type: application/json' \
      --data "{\"username\":\"stranger$family@example.com\",\"password\":\"a wrong password\"}" "$CONTAINER_URL/backend/api/login"
  done
  scene 'IPv4 and IPv6 in the security log' addresses "$ipv4" "$ipv6Network"
}

# In production the simulated detector needs a variable in .env.
flash() {
  local line
  folder=/root/fieldport inMachine bash -euc 'echo SIMULATED_DEVICE=true >>.env && docker compose --progress quiet up --detach --wait'
  onStreet node tests/drills/flashInContainer.ts >"$run/flashed.log" || lost 'the update failed'
  while read -r line; do seen "${line%%:*}" "${line#*: }"; done <"$run/flashed.log"
}

# As docs/operating.md says of a newer version; built before, so that what is measured is the replacement.
replaceUnderLoad() {
  local before after asking
  before=$(onStreet curl --silent --insecure "$CONTAINER_URL/livez")
  rm -rf "$run/newer"
  git clone --quiet "$run/repository.git" "$run/newer"
  echo >>"$run/newer/src/server/main.ts"
  git -C "$run/newer" -c user.name=Drill -c user.email=drill@example.com commit --quiet --all --message 'drill: a newer version'
  git -C "$run/newer" push --quiet
  folder=/root/fieldport inMachine bash -euc 'git pull --quiet && COMMIT=$(git rev-parse HEAD) docker compose build' >"$run/newer.log" 2>&1 || { tail -20 "$run/newer.log"; lost 'the newer version was not built'; }
  onStreet node tests/drills/askWithoutPause.ts >"$run/asked.log" &
  asking=$!
  until_ pgrep --full askWithoutPause.ts
  sleep 3
  folder=/root/fieldport inMachine bash -euc 'COMMIT=$(git rev-parse HEAD) docker compose up --build --detach --wait' >>"$run/newer.log" 2>&1 || { tail -20 "$run/newer.log"; lost 'the newer version did not start'; }
  sleep 3
  kill -TERM "$(pgrep --full askWithoutPause.ts | tail -1)"
  wait $asking || { cat "$run/asked.log"; lost 'requests failed'; }
  after=$(onStreet curl --silent --insecure "$CONTAINER_URL/livez")
  [ "$before" != "$after" ] || lost 'the version is the same'
  seen 'replaced under load' "$(sed 's/^replaced while people ask: //' "$run/asked.log" | tr '\n' ',' | sed 's/,$//;s/,/, /g')"
}

stopAndStart() {
  local service=$1 scene=$2
  compose stop "$service"
  scene "$service stopped" "$scene"
  compose start "$service"
  until_ isReady
  until_ onStreet node tests/drills/compose/visit.ts well
  scene "$service back" well
}

# The server has made one after its start, by itself; another one, made in the same way, has what was done since.
restoreBackup() {
  local own newest restored
  backups() { compose exec -T portal sh -c 'ls /backups' | grep '^fieldport-.*\.tar$' | sort; }
  until_ backups
  own=$(backups | wc -l)
  compose exec -T portal node dist/server/backup.js --scheduled >"$run/backup.log" || { cat "$run/backup.log"; lost 'no backup was made'; }
  newest=$(backups | tail -1)
  seen 'scheduled backups' "$own by the server after its start, then $newest, each rehearsed"
  compose stop portal
  restored=$(compose run --rm --no-TTY portal node dist/server/restore.js "/backups/$newest" --replace)
  compose start portal
  until_ isReady
  compose exec -T portal node dist/server/resume.js --yes >/dev/null
  seen 'scheduled backup restored' "${restored%%$'\n'*}"
  scene 'after the restore' well
}

downAndUp() {
  compose down
  [ -z "$(inMachine docker ps --all --quiet)" ] || lost 'containers are left'
  compose up --detach --wait
  scene 'down and up' well
}

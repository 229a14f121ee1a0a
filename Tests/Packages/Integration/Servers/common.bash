# The code that the scripts in this folder share. Each sets `ready`, defines `install` and `serve`, then sources this
# file:
#
#     ready=/path   a path with a response, of any status code, as soon as the server is ready
#     install       puts what the server needs into $state; called each time, so it checks first
#     scheme, host  https and localhost, if they are not http and 127.0.0.1; then `install` calls `certificate`
#     serve         ends in `exec SERVER`, which listens on 127.0.0.1:$port, stays in the foreground, and writes its
#                   files to $data, a folder that is empty at every start
#
# A script is called with `start [port]`, which prints the server's URL as soon as the server is ready, or with `stop`.
# With `instance=…` the command applies to another instance of the same server.
# Everything that is installed and written is in .build/servers/NAME.
set -euo pipefail

name=$(basename "$0")
root=$(cd "$(dirname "$0")/../../../.." && pwd)
state=$root/.build/servers/$name
running=$state${instance:+/$instance}  # what is of this instance only
data=$running/data
pidfile=$running/pid
log=$running/log

# python_environment PACKAGE…: creates a virtual environment in $state/venv with these packages.
python_environment() {
  [ "$(cat "$state/venv/packages" 2>/dev/null)" = "$*" ] && return 0
  rm -rf "$state/venv"
  python3 -m venv "$state/venv"
  "$state/venv/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
  echo "$*" >"$state/venv/packages"
}

# certificate: creates a self-signed one for localhost, in $state/certificate.pem, with its key in $state/key.pem.
certificate() {
  [ -f "$state/certificate.pem" ] && return 0
  mkdir -p "$state"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=localhost \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$state/key.pem" -out "$state/certificate.new" 2>/dev/null
  mv "$state/certificate.new" "$state/certificate.pem"
}

# binary PROGRAM DEBIAN-PACKAGE: prints the path of the program, which is on the PATH, or else unpacked from Debian's
# package into $state. So nothing is installed, and no service started, on the machine itself.
binary() {
  PATH=$PATH:/usr/sbin command -v "$1" && return 0
  if [ -z "$(unpacked "$1")" ]; then
    command -v apt-get >/dev/null || { echo "$name needs $1: install it, and put it on the PATH" >&2; return 1; }
    rm -rf "$state/package" && mkdir -p "$state/package"
    fetch "$2"
  fi
  unpacked "$1"
}
unpacked() { find "$state/package" -type f -path "*bin/$1" -perm -u+x -print -quit 2>/dev/null; }

# fetch PACKAGE: unpacks Debian's package into $state/package.
fetch() (
  cd "$state/package"
  apt-get download -qq "$1" 2>/dev/null || { apt-get update -qq && apt-get download -qq "$1"; }
  dpkg -x "$1"_*.deb .
) >&2

# libraries PROGRAM DEBIAN-PACKAGE…: makes the libraries in these packages available to an unpacked program that lacks
# them.
libraries() {
  local program=$1 package
  shift
  [[ $(ldd "$program" 2>/dev/null || true) == *'not found'* ]] || return 0
  for package in "$@"; do
    [ -n "$(find "$state/package" -name "${package}_*.deb")" ] || fetch "$package"
  done
  LD_LIBRARY_PATH=$(find "$state/package" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
  export LD_LIBRARY_PATH
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# A process is identified by its number and its start time, as the number can be reused.
began() { ps -o lstart= -p "$1" 2>/dev/null; }

stop() {
  [ -f "$pidfile" ] || return 0
  local pid start
  { read -r pid; read -r start; } <"$pidfile"
  rm -f "$pidfile"
  [ "$(began "$pid")" = "$start" ] || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -9 "$pid" 2>/dev/null || true
}

start() {
  stop
  rm -rf "$data" && mkdir -p "$data"
  install
  port=${1:-0}
  [ "$port" != 0 ] || port=$(free_port)
  serve >"$log" 2>&1 </dev/null &
  local pid=$! url=${scheme:-http}://${host:-127.0.0.1}:$port
  printf '%s\n%s\n' "$pid" "$(began "$pid")" >"$pidfile"
  for _ in $(seq 300); do
    if python3 - "$url$ready" 2>/dev/null <<'PYTHON'
import http.client, ssl, sys, urllib.error, urllib.request
try:
  urllib.request.urlopen(sys.argv[1], timeout=2, context=ssl._create_unverified_context())
except (urllib.error.HTTPError, http.client.HTTPException):
  pass  # one that speaks HTTP/2 only is up as well
PYTHON
    then
      echo "$url"
      return 0
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  echo "$name does not start; its log:" >&2
  tail -20 "$log" >&2
  stop
  return 1
}

case "${1-}" in
  start) start "${2-}" ;;
  stop) stop ;;
  *) echo "usage: Scripts/integration server $name start [port] | stop" >&2; exit 2 ;;
esac

#!/usr/bin/env python3
"""An origin for a shared cache and an egress proxy, which counts what reaches it. Usage: origin.py PORT
Loopback only; SIGTERM stops it. It prints its URL as soon as it listens.

GET  /items/N        JSON with ETag, Last-Modified and Cache-Control: public, max-age=60; 304 where If-None-Match
                     has the ETag
PUT  /items/N        takes JSON as the item's new value; 412 where If-Match has not the ETag
GET  /private/N      JSON with a hash of the Authorization field (null without one), and Cache-Control: private,
                     max-age=60
GET  /fail           ?status= (503), with Cache-Control: no-store
GET  /slow           an answer after ?ms= (200), with Cache-Control: no-store
     of all of them: ?max-age= is the other number of seconds, ?cache-control= the whole field, ?ms= a delay

These are not counted, and never delayed:
GET  /__count        how many requests of each path came, without its query ({path: number})
GET  /__log          the requests in the order they came ([{method, target, status}]; no status, null, until
                     there is one)
GET  /__peak         {"requests": the most that were served at a time}
GET  /__reset        forgets all that, the items' new values, and /__fail
GET  /__fail         from now on each request fails with ?status= (503), /__health as well; ?status=0 ends that
GET  /__health       200, or what /__fail says"""
import email.utils, hashlib, http.server, json, re, sys, threading, time, urllib.parse

LOCK = threading.Lock()
LOG = []
ITEMS = {}  # N: (version, value, when it was changed)
STATE = {"failing": 0, "now": 0, "peak": 0}
STARTED = int(time.time())


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one write

    def log_message(self, *_):
        pass

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", "").lower():
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def answer(self, status, value, headers=()):
        body = b"" if status in (204, 304) else json.dumps(value).encode() + b"\n"
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        if status not in (204, 304):
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def control(self, path, query):
        no_store = [("Cache-Control", "no-store")]
        if path == "/__count":
            with LOCK:
                count = {}
                for entry in LOG:
                    key = entry["target"].partition("?")[0]
                    count[key] = count.get(key, 0) + 1
            return self.answer(200, count, no_store)
        if path == "/__log":
            with LOCK:
                return self.answer(200, LOG, no_store)
        if path == "/__peak":
            return self.answer(200, {"requests": STATE["peak"]}, no_store)
        if path == "/__reset":
            with LOCK:
                LOG.clear()
                ITEMS.clear()
                STATE.update(failing=0, peak=STATE["now"])
            return self.answer(200, {}, no_store)
        if path == "/__fail":
            STATE["failing"] = int(query.get("status", 503))
            return self.answer(200, {"status": STATE["failing"]}, no_store)
        if path == "/__health":
            return self.answer(STATE["failing"] or 200, {}, no_store)
        return self.answer(404, {"error": "no such path"}, no_store)

    def reply(self, path, query, body):
        """Status, value, headers."""
        if STATE["failing"]:
            return STATE["failing"], {"error": "failing"}, {"Cache-Control": "no-store"}
        fresh = "max-age=" + query.get("max-age", "60")
        if path == "/fail":
            return int(query.get("status", 503)), {"error": "on request"}, {"Cache-Control": "no-store"}
        if path == "/slow":
            return 200, {"slow": True}, {"Cache-Control": "no-store"}
        if match := re.fullmatch(r"/private/(\d+)", path):
            authorization = self.headers.get("Authorization")
            seen = authorization and hashlib.sha256(authorization.encode()).hexdigest()[:16]
            return 200, {"id": int(match[1]), "authorization": seen}, {"Cache-Control": "private, " + fresh}
        if match := re.fullmatch(r"/items/(\d+)", path):
            return self.item(int(match[1]), fresh, body)
        return 404, {"error": "no such path"}, {"Cache-Control": "no-store"}

    def item(self, number, fresh, body):
        with LOCK:
            version, value, changed = ITEMS.get(number, (1, f"item {number}", STARTED))
            tag = f'"{number}-{version}"'
            if self.command == "PUT":
                if self.headers.get("If-Match", tag) not in (tag, "*"):
                    return 412, {"error": "changed meanwhile"}, {"Cache-Control": "no-store", "ETag": tag}
                try:
                    value = json.loads(body)
                except ValueError:
                    return 400, {"error": "not JSON"}, {"Cache-Control": "no-store"}
                version, changed = version + 1, int(time.time())
                ITEMS[number] = (version, value, changed)
                tag = f'"{number}-{version}"'
                fresh = None
        headers = {
            "Cache-Control": f"public, {fresh}" if fresh else "no-store",
            "ETag": tag,
            "Last-Modified": email.utils.formatdate(changed, usegmt=True),
        }
        known = [each.strip().removeprefix("W/") for each in self.headers.get("If-None-Match", "").split(",")]
        if self.command != "PUT" and (tag in known or "*" in known):
            return 304, None, headers
        return 200, {"id": number, "version": version, "value": value}, headers

    def handle_any(self):
        try:
            body = self.body()
        except ValueError:
            self.close_connection = True
            return self.answer(400, {"error": "malformed body"})
        target = re.sub(r"^https?://[^/?]*", "", self.path, flags=re.I) or "/"  # absolute-form, as a proxy is sent
        path, _, query = target.partition("?")
        query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        if path.startswith("/__"):
            return self.control(path, query)
        self.answer(*self.counted(target, path, query, body))

    def counted(self, target, path, query, body):
        entry = {"method": self.command, "target": target, "status": None}
        with LOCK:
            LOG.append(entry)
            STATE["now"] += 1
            STATE["peak"] = max(STATE["peak"], STATE["now"])
        try:
            delay = int(query.get("ms", 200 if path == "/slow" else 0))
            time.sleep(delay / 1000)
            status, value, headers = self.reply(path, query, body)
            if "cache-control" in query and status != 412:
                headers["Cache-Control"] = query["cache-control"]
        except ValueError:
            status, value, headers = 400, {"error": "not a number"}, {}
        finally:
            with LOCK:
                STATE["now"] -= 1  # before the answer: whoever has read it may send the next request
        entry["status"] = status
        return status, value, headers.items()

    do_GET = do_HEAD = do_PUT = do_POST = do_PATCH = do_DELETE = do_OPTIONS = handle_any


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


with Server(("127.0.0.1", int(sys.argv[1])), Handler) as server:
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()

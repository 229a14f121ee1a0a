#!/usr/bin/env python3
"""An authorization server that requests can control. Usage: oauthd.py PORT.  Loopback only.

POST /begin                 a first token, as if a user had signed in; the other requests name it by its family
POST /token                 RFC 6749: refresh_token (valid once: a second use revokes its family), client_credentials
                            (app, s3cr3t, in the Authorization field); RFC 8628: device_code
POST /device                RFC 8628, section 3.1; the user agrees after two polls, the second of which is too early
GET  /me                    200 for an access token that is in use, else 401
POST /expire, /revoke       ?family=: its access token is refused from now on; its refresh token as well
GET  /registry/token        a token for the Docker registry; not for ada's password "wrong"
GET  /log                   the requests seen (JSON list of {path, query, form, authorization})"""
import base64, http.server, json, secrets, sys, threading, urllib.parse

LOCK = threading.Lock()
LOG = []
FAMILIES = {}  # name: {access, refresh}; None is of no use any more
REFRESH = {}  # every refresh token there ever was: its family
DEVICES = {}  # device code: questions so far


def issue(family):
    access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    FAMILIES[family] = {"access": access, "refresh": refresh}
    REFRESH[refresh] = family
    return {"access_token": access, "token_type": "Bearer", "expires_in": 3600, "refresh_token": refresh, "family": family}


def of_client():
    token = issue("client-" + secrets.token_hex(4))
    del token["refresh_token"]
    return token


def error(code):
    return (401 if code == "invalid_client" else 400), {"error": code, "error_description": "by its script"}


def refreshed(form):
    family = REFRESH.get(form.get("refresh_token"))
    if family is None:
        return error("invalid_grant")
    if FAMILIES[family]["refresh"] != form["refresh_token"]:
        FAMILIES[family] = {"access": None, "refresh": None}
        return error("invalid_grant")
    return 200, issue(family)


def for_device(form):
    code = form.get("device_code")
    if code not in DEVICES:
        return error("expired_token")
    DEVICES[code] += 1
    if DEVICES[code] < 3:
        return error(["authorization_pending", "slow_down"][DEVICES[code] - 1])
    del DEVICES[code]
    return 200, issue("device-" + secrets.token_hex(4))


def token(form, authorization):
    grant = form.get("grant_type")
    if grant == "client_credentials":
        known = authorization == "Basic " + base64.b64encode(b"app:s3cr3t").decode()
        return (200, of_client()) if known else error("invalid_client")
    if grant == "refresh_token":
        return refreshed(form)
    if grant == "urn:ietf:params:oauth:grant-type:device_code":
        return for_device(form)
    return error("unsupported_grant_type")


def device(base):
    code = secrets.token_urlsafe(24)
    DEVICES[code] = 0
    return 200, {"device_code": code, "user_code": "ABCD-EFGH", "verification_uri": base + "/verify", "expires_in": 600, "interval": 1}


def respond(method, path, query, form, authorization, base):
    if (method, path) == ("GET", "/log"):
        return 200, LOG
    LOG.append({"path": path, "query": query, "form": form, "authorization": authorization})
    if (method, path) == ("POST", "/begin"):
        return 200, issue("user-" + secrets.token_hex(4))
    if (method, path) == ("POST", "/token"):
        return token(form, authorization)
    if (method, path) == ("POST", "/device"):
        return device(base)
    if (method, path) == ("GET", "/registry/token"):
        if authorization == "Basic " + base64.b64encode(b"ada:wrong").decode():
            return 401, {"error": "invalid_client"}
        return 200, {"token": secrets.token_urlsafe(24), "expires_in": 300}
    if (method, path) == ("GET", "/me"):
        for name, family in FAMILIES.items():
            if family["access"] and authorization == "Bearer " + family["access"]:
                return 200, {"family": name}
        return 401, {"error": "invalid_token"}
    if method == "POST" and path in ("/expire", "/revoke") and query.get("family") in FAMILIES:
        FAMILIES[query["family"]]["access"] = None
        if path == "/revoke":
            FAMILIES[query["family"]]["refresh"] = None
        return 204, None
    return 404, {"error": "not_found"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_one(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        form = dict(urllib.parse.parse_qsl(body))
        base = "http://127.0.0.1:%d" % self.server.server_port
        with LOCK:
            status, value = respond(self.command, url.path, query, form, self.headers.get("Authorization"), base)
            data = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Bearer realm="oauthd", error="invalid_token"')
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = handle_one

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()

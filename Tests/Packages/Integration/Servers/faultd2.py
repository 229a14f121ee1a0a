#!/usr/bin/env python3
"""HTTP/2 over TLS, and what a server can do wrong with it: GET or POST /<scenario>. Loopback only.

    faultd2.py PORT CERTIFICATE.pem KEY.pem
    faultd2.py list                             the scenarios, and whether each wants an upload, as JSON

Needs hyper-h2 (`h2` in Python's registry), which keeps the state of the
connection; what it would not send is written as raw frames (RFC 9113, section 4.1). Each connection lives for 30 s.
"""
import asyncio, json, ssl, struct, sys
import h2.config, h2.connection, h2.errors, h2.events, h2.exceptions, h2.settings
import hpack

SCENARIOS = {}
END_STREAM, END_HEADERS, PADDED = 0x1, 0x4, 0x8
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
OK = b'{"ok":true}'


def scenario(function):
    """`function(stream)` is called when the head of the request is there."""
    SCENARIOS[function.__name__] = function
    return function


class Stream:
    """One request, and the frames of its response."""

    def __init__(self, connection, number, headers):
        self.connection, self.number = connection, number
        self.headers = dict(headers)

    async def frame(self, kind, flags, payload, stream=None):
        number = self.number if stream is None else stream
        head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", number)
        await self.connection.write(head + payload)

    @staticmethod
    def block(*fields):
        """Header fields as they are, without compression (RFC 7541, section 6.2.2)."""
        out = b""
        for name, value in fields:
            name, value = name.encode("latin1"), value.encode("latin1")
            out += b"\0" + hpack.hpack.encode_integer(len(name), 7) + name
            out += hpack.hpack.encode_integer(len(value), 7) + value
        return out

    async def head(self, *fields, end=False):
        await self.frame(HEADERS, END_HEADERS | (END_STREAM if end else 0), self.block(*fields))

    async def ok(self, body=OK, *fields):
        await self.head((":status", "200"), *fields)
        await self.data(body, end=True)

    async def data(self, body, end=False):
        for start in range(0, max(len(body), 1), 16384):
            last = start + 16384 >= len(body)
            await self.frame(DATA, END_STREAM if end and last else 0, body[start:start + 16384])

    async def reset(self, code):
        await self.frame(RST_STREAM, 0, struct.pack(">I", code))

    async def goaway(self, last, code=0):
        await self.frame(GOAWAY, 0, struct.pack(">II", last, code), stream=0)

    async def close(self):
        self.connection.writer.close()


@scenario
async def ok(s):
    await s.ok()


def responds(name, *fields, body=OK):
    async def run(s):
        await s.head(*fields)
        await s.data(body, end=True)
    SCENARIOS[name] = run


for status in ("099", "000", "-7", "1000", "abc", "", "101", "600"):
    responds(f"status_{status or 'empty'}", (":status", status))
responds("status_missing", ("x-a", "1"))
responds("status_twice", (":status", "200"), (":status", "201"))
responds("status_last", ("x-a", "1"), (":status", "200"))
responds("name_uppercase", (":status", "200"), ("X-Upper", "1"))
responds("name_empty", (":status", "200"), ("", "1"))
responds("field_connection", (":status", "200"), ("connection", "close"))
responds("field_te", (":status", "200"), ("transfer-encoding", "chunked"))
responds("pseudo_unknown", (":status", "200"), (":x", "1"))
responds("value_nul", (":status", "200"), ("x-a", "a\0b"))
responds("value_crlf", (":status", "200"), ("x-a", "a\r\nx-b: b"))
responds("value_latin1", (":status", "200"), ("x-a", "caf\xe9"))
responds("length_short", (":status", "200"), ("content-length", "100"))
responds("length_long", (":status", "200"), ("content-length", "2"))
responds("length_text", (":status", "200"), ("content-length", "two"))
responds("length_twice", (":status", "200"), ("content-length", "11"), ("content-length", "12"))
responds("coding_unknown", (":status", "200"), ("content-encoding", "foo"))


def early(name, status, after, body=OK):
    """A response that is complete before the request is, and then something else."""
    async def run(s):
        await s.head((":status", status))
        await s.data(body, end=True)
        await after(s)
    run.is_upload = True
    SCENARIOS[name] = run


async def nothing(s): pass
async def no_error(s): await s.reset(0)
async def internal_error(s): await s.reset(2)
async def goes_away(s): await s.goaway(s.number)
async def leaves_out(s): await s.goaway(0)
async def closes(s): await s.close()

for status in ("200", "413"):
    for after in (nothing, no_error, internal_error, goes_away, leaves_out, closes):
        early(f"early_{status}_{after.__name__}", status, after)
early("early_200_large_no_error", "200", no_error, body=b"x" * 60000)


def resets(name, code, *, head):
    async def run(s):
        if head:
            await s.head((":status", "200"))
            await s.data(b"part")
        await s.reset(code)
    SCENARIOS[name] = run

for code, name in enumerate(
    "no_error protocol_error internal_error flow_control_error settings_timeout stream_closed frame_size_error refused_stream "
    "cancel compression_error connect_error enhance_your_calm inadequate_security http_1_1_required".split()):
    resets(f"rst_{name}", code, head=False)
for code, name in ((0, "no_error"), (2, "internal_error"), (7, "refused_stream"), (8, "cancel")):
    resets(f"rst_body_{name}", code, head=True)


@scenario
async def goaway_left_out(s):
    await s.goaway(0)

@scenario
async def goaway_counted_in(s):
    await s.goaway(s.number)
    await s.ok()

@scenario
async def goaway_in_body(s):
    await s.head((":status", "200"))
    await s.data(b"part")
    await s.goaway(s.number)
    await s.data(b"rest", end=True)

@scenario
async def goaway_in_body_close(s):
    await s.head((":status", "200"))
    await s.data(b"part")
    await s.goaway(s.number, 2)
    await s.close()

@scenario
async def goaway_calm(s):
    await s.goaway(0, 11)
    await s.close()

@scenario
async def close_before_head(s):
    await s.close()

@scenario
async def close_in_body(s):
    await s.head((":status", "200"))
    await s.data(b"part")
    await s.close()

@scenario
async def hang(s): pass

@scenario
async def hang_body(s):
    await s.head((":status", "200"))
    await s.data(b"part")

@scenario
async def interim(s):
    await s.head((":status", "100"))
    await s.head((":status", "103"), ("link", "</a>; rel=preload"))
    await s.ok()

@scenario
async def interim_flood(s):
    for _ in range(5000):
        await s.head((":status", "102"))
    await s.ok()

@scenario
async def interim_only(s):
    await s.head((":status", "103"), end=True)

@scenario
async def trailers(s):
    await s.head((":status", "200"))
    await s.data(OK)
    await s.head(("x-sum", "1"), end=True)

@scenario
async def trailers_status(s):
    await s.head((":status", "200"))
    await s.data(OK)
    await s.head((":status", "200"), end=True)

@scenario
async def trailers_open(s):
    await s.head((":status", "200"))
    await s.head(("x-sum", "1"))
    await s.data(OK, end=True)

@scenario
async def two_heads(s):
    await s.head((":status", "200"))
    await s.ok()

@scenario
async def data_first(s):
    await s.data(OK, end=True)

@scenario
async def data_after_end(s):
    await s.ok()
    await s.data(OK, end=True)

@scenario
async def padding(s):
    await s.head((":status", "200"))
    await s.frame(DATA, END_STREAM | PADDED, bytes([200]) + OK + bytes(200))

@scenario
async def padding_too_long(s):
    await s.head((":status", "200"))
    await s.frame(DATA, END_STREAM | PADDED, bytes([200]) + OK)

@scenario
async def data_empty_flood(s):
    await s.head((":status", "200"))
    for _ in range(20000):
        await s.frame(DATA, 0, b"")
    await s.data(OK, end=True)

@scenario
async def header_list_huge(s):
    await s.head((":status", "200"), *((f"x-{n}", "v" * 1000) for n in range(14)), end=True)

@scenario
async def continuations(s):
    block = s.block((":status", "200"), ("x-a", "1"))
    await s.frame(HEADERS, 0, block[:5])
    await s.frame(CONTINUATION, 0, block[5:9])
    await s.frame(CONTINUATION, END_HEADERS, block[9:])
    await s.data(OK, end=True)

@scenario
async def continuation_flood(s):
    await s.frame(HEADERS, 0, s.block((":status", "200")))
    for n in range(100000):
        await s.frame(CONTINUATION, 0, s.block((f"x-{n}", "1")))

@scenario
async def continuation_empty_flood(s):
    await s.frame(HEADERS, 0, s.block((":status", "200")))
    for _ in range(100000):
        await s.frame(CONTINUATION, 0, b"")

@scenario
async def block_interrupted(s):
    await s.frame(HEADERS, 0, s.block((":status", "200")))
    await s.data(OK, end=True)

@scenario
async def block_garbage(s):
    await s.frame(HEADERS, END_HEADERS | END_STREAM, b"\xff" * 20)

# What follows has no response behind it: that may be there before the fault is seen, or not.

@scenario
async def push(s):
    await s.frame(PUSH_PROMISE, END_HEADERS, struct.pack(">I", 2) + s.block((":method", "GET"), (":path", "/")))

@scenario
async def stream_unknown(s):
    await s.frame(HEADERS, END_HEADERS, s.block((":status", "200")), stream=s.number + 100)

@scenario
async def frame_unknown(s):
    await s.frame(0xEE, 0xFF, b"unknown")
    await s.ok()

@scenario
async def frame_too_large(s):
    await s.head((":status", "200"))
    await s.frame(DATA, END_STREAM, bytes(40000))

@scenario
async def ping_flood(s):
    for _ in range(20000):
        await s.frame(PING, 0, bytes(8), stream=0)

@scenario
async def settings_flood(s):
    for _ in range(20000):
        await s.frame(SETTINGS, 0, b"", stream=0)

@scenario
async def settings_change(s):
    await s.head((":status", "200"))
    await s.data(b"part")
    await s.frame(SETTINGS, 0, struct.pack(">HIHIHI", 3, 1, 4, 10, 5, 20000), stream=0)
    await s.data(b"rest", end=True)

@scenario
async def settings_bad(s):
    await s.frame(SETTINGS, 0, struct.pack(">HI", 5, 1), stream=0)

@scenario
async def settings_odd_size(s):
    await s.frame(SETTINGS, 0, b"12345", stream=0)

@scenario
async def window_overflow(s):
    await s.frame(WINDOW_UPDATE, 0, struct.pack(">I", 0x7FFFFFFF))

@scenario
async def window_zero(s):
    await s.frame(WINDOW_UPDATE, 0, struct.pack(">I", 0))

@scenario
async def window_ignored(s):
    await s.head((":status", "200"))
    await s.data(b"x" * (80 << 20), end=True)

@scenario
async def upload_stalled(s):
    """No WINDOW_UPDATE ever comes: the upload waits until the deadline."""
upload_stalled.is_upload = True

@scenario
async def rst_flood(s):
    await s.ok()
    for _ in range(20000):
        await s.reset(8)

@scenario
async def endless(s):
    await s.head((":status", "200"))
    while True:
        await s.data(b"x" * 16384)
        await s.connection.writer.drain()


class Connection:
    def __init__(self, reader, writer):
        self.reader, self.writer, self.tasks = reader, writer, []
        config = h2.config.H2Configuration(client_side=False, validate_inbound_headers=False)
        self.h2 = h2.connection.H2Connection(config)

    async def write(self, data):
        if self.writer.is_closing():
            raise ConnectionError
        self.writer.write(data)
        await self.writer.drain()
        await asyncio.sleep(0)  # a flood leaves time for the others

    async def serve(self):
        self.h2.initiate_connection()
        await self.write(self.h2.data_to_send())
        while data := await self.reader.read(65536):
            for event in self.h2.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    self.tasks.append(asyncio.ensure_future(self.respond(event)))
            if out := self.h2.data_to_send():
                await self.write(out)

    async def respond(self, event):
        headers = [(n.decode() if isinstance(n, bytes) else n, v.decode() if isinstance(v, bytes) else v) for n, v in event.headers]
        stream = Stream(self, event.stream_id, headers)
        name = stream.headers[":path"].split("?")[0].lstrip("/")
        try:
            await SCENARIOS.get(name, ok)(stream)
        except (ConnectionError, ssl.SSLError):
            pass


async def accepted(reader, writer):
    connection = Connection(reader, writer)
    try:
        await asyncio.wait_for(connection.serve(), 30)
    except (asyncio.TimeoutError, ConnectionError, ssl.SSLError, h2.exceptions.ProtocolError):
        pass
    finally:
        for task in connection.tasks:
            task.cancel()
        writer.close()


async def main(port, certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    server = await asyncio.start_server(accepted, "127.0.0.1", int(port), ssl=context)
    print("ready", flush=True)
    async with server:
        await server.serve_forever()


if sys.argv[1] == "list":
    print(json.dumps({name: getattr(run, "is_upload", False) for name, run in sorted(SCENARIOS.items())}))
else:
    asyncio.run(main(*sys.argv[1:]))

import Foundation
import Repartee

struct Line: Decodable, Sendable {
  var id: Int
}

let streamShapes: [Shape] = [
  stream("sse-1-byte", 20_000, .serverSentEvents(), by: 1) { count in
    String(repeating: "data: x\n\n", count: count / 9)
  },
  stream("sse-1-byte-long-line", 20_000, .serverSentEvents(), by: 1) { count in
    "data: \(String(repeating: "x", count: count))\n\n"
  },
  stream("sse-1-byte-many-lines", 20_000, .serverSentEvents(), by: 1) { count in
    String(repeating: "data: x\n", count: count / 8) + "\n"
  },
  stream("sse-one-chunk", 50_000, .serverSentEvents(), by: .max) { count in
    String(repeating: "data: x\n\n", count: count / 9)
  },
  stream("sse-empty-lines", 50_000, .serverSentEvents(), by: .max) { String(repeating: "\r", count: $0) },
  stream("lines-1-byte", 20_000, .lines(), by: 1) { String(repeating: "line\n", count: $0 / 5) },
  stream("lines-1-byte-long", 20_000, .lines(), by: 1) { String(repeating: "x", count: $0) },
  stream("lines-one-chunk", 50_000, .lines(), by: .max) { String(repeating: "\n", count: $0) },
  stream("ndjson-1-byte", 20_000, .jsonLines(of: Line.self), by: 1) {
    String(repeating: "{\"id\":1}\n", count: $0 / 9)
  },
  stream("ndjson-one-chunk", 50_000, .jsonLines(of: Line.self), by: .max) {
    String(repeating: "{\"id\":1}\n", count: $0 / 9)
  },
  stream(
    "ndjson-invalid", 10_000, StreamFormat<Line, Never>.jsonLines().skippingInvalid { use($0) }, by: .max
  ) {
    String(repeating: "{\"id\":\"x\"}\n", count: $0 / 11)
  },
  stream("json-array-1-byte", 20_000, StreamFormat<Line, Never>.jsonArray(), by: 1) {
    "[" + String(repeating: "{\"id\":1},", count: $0 / 9) + "{\"id\":1}]"
  },
  stream("json-array-one-chunk", 50_000, StreamFormat<Line, Never>.jsonArray(), by: .max) {
    "[" + String(repeating: "{\"id\":1},", count: $0 / 9) + "{\"id\":1}]"
  },
  stream("json-array-surroundings", 20_000, StreamFormat<Line, Never>.jsonArray(at: "items"), by: 1) {
    "{\"items\":[]" + String(repeating: ",\"k\":1", count: $0 / 6) + "}"
  },
  stream("json-sequence-1-byte", 20_000, StreamFormat<Line, Never>.jsonSequence(), by: 1) {
    String(repeating: "\u{1E}{\"id\":1}\n", count: $0 / 10)
  },
  stream(
    "json-sequence-cut", 10_000, StreamFormat<Line, Never>.jsonSequence().skippingInvalid { use($0) },
    by: .max
  ) {
    String(repeating: "\u{1E}{\"id\":", count: $0 / 7) + "\u{1E}{\"id\":1}"
  },
  Shape("body-1-byte", 20_000) { count in
    let client = client(responding: String(repeating: "x", count: count), by: 1)
    let resource = Resource<String, Never>(.get("/"), [.code(200, .decode)])
    return { use(try await client.send(resource)) }
  },
]

private func client(responding text: String, by step: Int) -> Client {
  let bytes = Data(text.utf8)
  return Client(
    baseURL: "http://api.example",
    transport: InMemoryTransport { _ in
      .init(
        head: .init(status: .ok),
        body: ByteStream(
          length: nil,
          replayable: {
            var start = 0
            return {
              guard start < bytes.count else { return nil }
              let end = step > bytes.count - start ? bytes.count : start + step
              defer { start = end }
              return bytes[start..<end]
            }
          }))
    })
}

/// A streamed response whose bytes come a few at a time.
private func stream<Element>(
  _ name: String, _ size: Int, _ format: StreamFormat<Element, Never>, by step: Int,
  _ text: @escaping @Sendable (Int) -> String
) -> Shape {
  Shape(name, size) { count in
    let client = client(responding: text(count), by: step)
    let resource = Resource<ResponseStream<Element, Never>, Never>(.get("/"), [.code(200, .stream(format))])
    return { for try await element in try await client.send(resource) { use(element) } }
  }
}

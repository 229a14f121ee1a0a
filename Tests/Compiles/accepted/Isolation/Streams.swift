import Foundation
import Repartee

nonisolated struct Token: Decodable, Sendable {
  var text: String
}

struct WatchError: Error, Decodable {
  var reason: String
}

struct Chat: Endpoint {
  var question: String

  var request: Request { .post("/chat", body: .json(["prompt": question])) }

  static let responses: ResponseMap<ResponseStream<Token, Never>, UserError> = [
    .code(200, .stream(.serverSentEvents(of: Token.self, until: "[DONE]").skippingInvalid { print($0) }))
  ]
}

struct Watch: Endpoint {
  var request: Request { .get("/watch") }

  static let responses: ResponseMap<ResponseStream<Token, WatchError>, WatchError> = [
    .code(200, .stream(.jsonLines(at: "object", failure: .at("object", where: "type", is: "ERROR")))),
    .clientError(.decodeError),
  ]
}

struct Download: Endpoint {
  var request: Request { .get("/report.pdf") }
  static let responses: ResponseMap<ResponseStream<Data, Never>, Never> = [.code(200, .stream(.bytes))]
}

struct Upload: Endpoint {
  var file: URL
  var lines: Lines

  var request: Request {
    file.isFileURL
      ? .put("/report", body: .file(file).reportingProgress { print($0.bytes) })
      : .put("/report", body: .stream(replayable: lines, length: nil))
  }

  static let responses: ResponseMap<Void, Never> = .anySuccess
}

/// A sequence of chunks.
nonisolated struct Lines: AsyncSequence, Sendable {
  var texts: [String]

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<String>

    mutating func next() async -> Data? { rest.popFirst().map { Data($0.utf8) } }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: texts[...]) }
}

/// A stream's format.
nonisolated struct FrameParser: StreamParser {
  mutating func parse(_ chunk: Data?, into elements: inout [UInt8]) throws { elements += chunk ?? Data() }
}

struct Frames: Endpoint {
  var request: Request { .get("/frames") }

  static let responses: ResponseMap<ResponseStream<UInt8, Never>, Never> = [
    .code(200, .stream(StreamFormat(mediaTypes: ["application/x-frames"]) { _ in FrameParser() }))
  ]
}

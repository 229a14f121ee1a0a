package import Foundation
package import Repartee
import ReparteeBase
package import ReparteeTesting

/// What a stream gave before it ended or failed.
package struct Given<Element: Sendable>: Sendable {
  package var elements: [Element] = []
  package var error: CallError<Never>?

  /// The place of the element that ended the stream.
  package var place: String? { error?.decodingError?.path }
}

/// Reads a stream to its end.
package func drain<Element>(_ stream: ResponseStream<Element, Never>) async -> Given<Element> {
  var given = Given<Element>()
  do throws(CallError<Never>) {
    for try await element in stream { given.elements.append(element) }
  } catch {
    given.error = error
  }
  return given
}

/// Opens a stream over a transport.
package func open<Element>(
  _ format: StreamFormat<Element, Never>, over transport: InMemoryTransport, clock: ManualClock? = nil,
  request: Request = .get("/stream")
) async throws -> ResponseStream<Element, Never> {
  var client = Client(baseURL: api, transport: transport)
  if let clock {
    client.clock = clock
    client.timeout = .unlimited
  }
  return try await client.send(
    Resource<ResponseStream<Element, Never>, Never>(request, [.code(200, .stream(format))]))
}

/// What a format makes of a body in these chunks.
package func given<Element>(
  _ format: StreamFormat<Element, Never>, _ pieces: [Data], then error: TransportError? = nil
) async throws -> Given<Element> {
  let response = TransportResponse(
    head: HTTPResponse(status: .ok), body: ByteStream(length: nil, once: chunks(pieces, then: error)))
  return await drain(try await open(format, over: InMemoryTransport { _ in response }))
}

package func given<Element>(
  _ format: StreamFormat<Element, Never>, _ texts: String..., then error: TransportError? = nil
) async throws -> Given<Element> {
  try await given(format, texts.map { Data($0.utf8) }, then: error)
}

/// A body that counts how often it was asked for a chunk, and signals when it is released.
package final class Watched: Sendable {
  package init() {}

  package let isClosed = Signal()
  package let isRead = Signal()
  private let count = Mutex(0)

  /// How many chunks were asked for.
  package var asked: Int { count.withLock { $0 } }

  /// These chunks; after them it waits until its reader is cancelled.
  package func body(_ texts: [String]) -> ByteStream {
    ByteStream(
      length: nil,
      once: { [self] in
        let sentinel = Sentinel(isClosed)
        var rest = texts[...]
        return { () async throws(TransportError) -> Data? in
          _ = sentinel
          self.count.withLock { $0 += 1 }
          if let text = rest.popFirst() { return Data(text.utf8) }
          self.isRead.fire()
          do {
            try await ManualClock().sleep(until: .init(offset: .seconds(1)), tolerance: nil)
          } catch {
            throw TransportError(.cancelled, underlying: error)
          }
          return nil
        }
      })
  }

  package func transport(_ texts: [String]) -> InMemoryTransport {
    InMemoryTransport { _ in .init(head: HTTPResponse(status: .ok), body: self.body(texts)) }
  }
}

/// Notes when it is released.
package final class Sentinel: Sendable {
  private let gone: Signal

  package init(_ gone: Signal) {
    self.gone = gone
  }

  deinit {
    gone.fire()
  }
}

extension SplitMix64 {
  /// These bytes, cut anywhere; the slices keep their indices, as a network's do.
  package mutating func cut(_ bytes: Data) -> [Data] {
    var pieces: [Data] = []
    var rest = bytes
    let longest = one(of: [1, 3, 20])
    while !rest.isEmpty {
      let piece = rest.prefix(int(0...longest))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}

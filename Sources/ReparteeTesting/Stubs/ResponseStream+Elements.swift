#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes
public import Repartee
import ReparteeBase

extension ResponseStream {
  /// Creates a stream of these elements, for a test or a preview.
  ///
  /// ```swift
  /// Stub(Chat.self) { _ in
  ///   .success(
  ///     ResponseStream(
  ///       elements: [Token(text: "Hi")], failure: .overloaded))
  /// }
  /// ```
  ///
  /// As any stream it is read once: a stub for several calls makes one for each, as here.
  ///
  /// - Parameters:
  ///   - elements: The elements, without a pause between them.
  ///   - failure: The failure that the server reports after them; by default nil, for none.
  public init(elements: [Element], failure: DeclaredFailure? = nil) {
    self.init(
      elements: AsyncThrowingStream<Element, any Error> { source in
        for element in elements { source.yield(element) }
        source.finish(throwing: failure)
      })
  }

  /// Creates a stream of the elements of a sequence, for a test that decides when each arrives.
  ///
  /// ```swift
  /// let (elements, source) =
  ///   AsyncThrowingStream<Token, any Error>.makeStream()
  /// let tokens = ResponseStream<Token, ChatError>(
  ///   elements: elements)
  /// source.yield(Token(text: "Hi"))
  /// source.finish(throwing: ChatError.overloaded)
  /// ```
  ///
  /// An error of the sequence ends the stream after the elements before it: one of the type `DeclaredFailure` as
  /// `declared`, a `TransportError` as `transport`, a `CancellationError` as a cancelled call, any other as
  /// `undecodable`.
  public init<Elements: AsyncSequence & Sendable>(elements: Elements) where Elements.Element == Element {
    let queue = ElementQueue<Element>()
    let body = ByteStream(
      length: nil,
      once: {
        next(of: elements) { element throws(TransportError) in
          if case .failure(let error as TransportError) = element { throw error }
          return queue.append(element)
        }
      })
    self.init(
      head: HTTPResponse(status: .ok), body: body, format: StreamFormat { _ in ElementParser(queue: queue) })
  }
}

extension ByteStream {
  /// Creates a stream of the chunks of a sequence, for a test that decides where a body is cut and when each chunk
  /// arrives.
  ///
  /// ```swift
  /// let (chunks, source) = AsyncStream<Data>.makeStream()
  /// let tokens = ResponseStream(
  ///   head: HTTPResponse(status: .ok),
  ///   body: ByteStream(chunks: chunks),
  ///   format: .serverSentEvents(of: Token.self))
  /// source.yield(Data("data: {\"text\"".utf8))
  /// source.yield(Data(": \"Hi\"}\n\n".utf8))
  /// ```
  ///
  /// It can be read once. An error of the sequence that is no `TransportError` becomes one of kind
  /// `TransportError.Kind.connectionLost`.
  public init<Chunks: AsyncSequence & Sendable>(chunks: Chunks) where Chunks.Element == Data {
    self.init(
      length: nil,
      once: {
        next(of: chunks) { chunk throws(TransportError) in
          switch chunk {
          case .success(let bytes): return bytes
          case .failure(let error as TransportError): throw error
          case .failure(let error): throw TransportError(.connectionLost, underlying: error)
          }
        }
      })
  }
}

private func next<Values: AsyncSequence>(
  of values: Values,
  _ chunk: @escaping @Sendable (Result<Values.Element, any Error>) throws(TransportError) -> Data
) -> ByteStream.Next {
  nonisolated(unsafe) var iterator = values.makeAsyncIterator()  // no lock: one task reads at a time
  return { () throws(TransportError) in
    let value: Values.Element?
    do { value = try await unsafe iterator.next() } catch is CancellationError {
      throw TransportError(.cancelled)
    } catch {
      return try chunk(.failure(error))
    }
    return try value.map { value throws(TransportError) in try chunk(.success(value)) }
  }
}

/// Passes elements beside the bytes of a body: each chunk stands for one.
private final class ElementQueue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Result<Element, any Error>]>([])

  func append(_ element: Result<Element, any Error>) -> Data {
    elements.withLock { $0.append(element) }
    return Data([0])
  }

  func takeFirst() throws -> Element? {
    try elements.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.get()
  }
}

private struct ElementParser<Element: Sendable>: StreamParser {
  let queue: ElementQueue<Element>

  mutating func parse(_ chunk: Data?, into elements: inout [Element]) throws {
    if chunk != nil, let element = try queue.takeFirst() { elements.append(element) }
  }
}

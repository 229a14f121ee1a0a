import HTTPTypes

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The positions of a 206 that has the range for which its request asked (RFC 9110, section 15.3.7).
package struct ReceivedPart: Sendable, Hashable {
  package let positions: ClosedRange<Int64>
  /// The length of the whole; nil if unknown.
  package let total: Int64?

  package init(_ response: some ResponseHead) throws(BodyDecodingError) {
    func refusal(_ message: String) -> BodyDecodingError { BodyDecodingError(.notStored, message: message) }
    if let type = response.headers.mediaType, type.type == "multipart", type.subtype == "byteranges" {
      throw refusal("the response has several parts of the resource, multipart/byteranges")
    }
    // The positions are those of coded bytes.
    guard response.headers.contentCodings.isEmpty else {
      throw refusal(
        "the response is a part of a body with a content coding, which can't be decoded by itself")
    }
    guard let range = response.contentRange, range.unit == "bytes", let positions = range.range else {
      throw refusal("the response is a part of the resource, and no Content-Range says which bytes")
    }
    guard let asked = response.request.fields.single(.range).flatMap(ByteRange.init),
      asked.isAnswered(by: positions, of: range.total)
    else {
      throw refusal("the response has another part than the request asked for: \(range)")
    }
    (self.positions, total) = (positions, range.total)
  }
}

/// Counts the received bytes of a body, and compares them with its length.
package struct BodyCounter {
  /// The position of the next byte in the whole.
  package private(set) var position: Int64
  private let last: Int64?
  package let total: Int64?

  package init(_ part: ReceivedPart, of total: Int64?) {
    (position, last, self.total) = (part.positions.lowerBound, part.positions.upperBound, total)
  }

  package init(wholeOf length: Int64?) { (position, last, total) = (0, length.map { $0 - 1 }, length) }

  package func check(_ chunk: Data) throws(BodyDecodingError) {
    guard let last, Int64(chunk.count) - 1 > last - position, !chunk.isEmpty else { return }
    throw BodyDecodingError(.notStored, message: "the body is longer than the head of the response says")
  }

  package mutating func advance(by chunk: Data) { position += Int64(chunk.count) }

  package func checkEnd() throws(TransportError) {
    guard let last, position <= last else { return }
    throw TransportError(
      .connectionLost, message: "the body is shorter than the head of the response says")
  }

  package var progress: TransferProgress { TransferProgress(bytes: position, total: total) }
}

extension ResponseStream<Data, Never> {
  func append(
    to path: String, _ report: @Sendable (TransferProgress) -> Void
  ) async throws -> Int64 {
    guard isRaw else {
      throw BodyDecodingError(.notStored, message: "a part is appended if the format of the stream is .bytes")
    }
    let part = try ReceivedPart(self)
    let file = try OpenFile(appending: path, at: part.positions.lowerBound)
    var counter = BodyCounter(part, of: part.total)
    for try await chunk in self {
      try counter.check(chunk)
      try file.write(chunk)
      counter.advance(by: chunk)
      report(counter.progress)
    }
    do { try counter.checkEnd() } catch { throw self.error(.transport(error)) }
    try file.synchronize()
    return counter.position - part.positions.lowerBound
  }
}

extension OpenFile {
  /// Creates the file if it does not exist and the position is 0.
  fileprivate convenience init(appending path: String, at position: Int64) throws {
    if position == 0, try OpenFile.status(at: path) == nil {
      try self.init(creating: path, permissions: nil)
    } else {
      try self.init(appending: path)
    }
    // In a file system without locks, the caller has to take care that there is one writer.
    guard (try? lock()) != false else {
      throw BodyDecodingError(.notStored, message: "another part is being written to \(path)")
    }
    let length = try length()
    guard length == position else {
      throw BodyDecodingError(
        .notStored, message: "the part begins at byte \(position), and the file \(path) has \(length) bytes")
    }
  }
}

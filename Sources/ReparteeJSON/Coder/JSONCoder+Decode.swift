#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONCoder {
  /// Decodes the value at a path of a JSON text, by default the whole text.
  ///
  /// All of the text is validated.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from data: Data, at path: JSONPath = []
  ) throws(JSONError) -> T {
    try data.withBytes { decode(type, $0, path) }.get()
  }

  /// Decodes the value at a path of a JSON text.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: [UInt8], at path: JSONPath = []
  ) throws(JSONError) -> T {
    try bytes.withBytes { decode(type, $0, path) }.get()
  }

  /// Decodes the value at a path of a JSON text.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: RawSpan, at path: JSONPath = []
  ) throws(JSONError) -> T {
    try bytes.withBytes { decode(type, $0, path) }.get()
  }

  /// Decodes the value at a path of a JSON text.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: Span<UInt8>, at path: JSONPath = []
  ) throws(JSONError) -> T {
    try bytes.withBytes { decode(type, $0, path) }.get()
  }

  /// Decodes a value, and also returns its ``JSONReader/unreadPaths``.
  public func decodeReportingUnread<T: Decodable>(
    _ type: T.Type = T.self, from data: Data, at path: JSONPath = []
  ) throws(JSONError) -> (value: T, unread: [JSONPath]) {
    try read(data) { reader in (try reader.decode(type, at: path), reader.unreadPaths) }
  }

  /// Validates a JSON text and calls `body` with a ``JSONReader`` for it.
  ///
  /// Errors of `body` become ``JSONError``s: of kind `model` unless they are `DecodingError`s or errors of this text.
  public func read<R>(_ data: Data, _ body: (JSONReader) throws -> R) throws(JSONError) -> R {
    try data.withBytes { read($0, body) }.get()
  }

  /// Validates a JSON text and calls `body` with a reader for it.
  public func read<R>(_ bytes: [UInt8], _ body: (JSONReader) throws -> R) throws(JSONError) -> R {
    try bytes.withBytes { read($0, body) }.get()
  }

  private func read<R>(_ bytes: Bytes, _ body: (JSONReader) throws -> R) -> Result<R, JSONError> {
    Result { () throws(JSONError) in
      try withDecoding(bytes) { decoding throws(JSONError) in
        try decoding.rethrowing(at: Tape.root) { try body(JSONReader(decoding, at: Tape.root)) }
      }
    }
  }

  private func decode<T: Decodable>(
    _ type: T.Type, _ bytes: Bytes, _ path: JSONPath
  ) -> Result<T, JSONError> {
    Result { () throws(JSONError) in
      try withDecoding(bytes) { decoding throws(JSONError) in
        if path.isRoot {
          decoding.tape.markRead(Tape.root)
          return try decoding.rethrowing(at: Tape.root) {
            try decoding.decodeWhole(type, at: Tape.root)
          }
        }
        return try JSONReader(decoding, at: Tape.root).decode(type, at: path)
      }
    }
  }
}

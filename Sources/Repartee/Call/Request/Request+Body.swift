#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import ReparteeJSON

extension Request {
  /// The body of a request and its Content-Type, which the request's own ``Request/headers`` can replace, but not the
  /// client's. A body that can't be created fails the call with kind ``RequestError/Kind/body``.
  public struct Body: Sendable, CustomStringConvertible {
    enum Content: Sendable {
      case none
      case bytes(Data)
      case encoded(format: String, @Sendable (JSONCoder) throws -> Data)
      case form(Query)
      case stream(ByteStream)
      case file(URL)
      /// A body of parts, with a boundary between them.
      case parts(@Sendable (_ type: String?, JSONCoder, () -> UInt64) throws(RequestError) -> Encoded)
    }

    let content: Content
    var contentCoding: ContentCoding?
    private(set) var progress: (@Sendable (TransferProgress) -> Void)?

    /// The Content-Type, without the boundary of a multipart form.
    public let contentType: String?

    /// No body.
    public static let none = Body(content: .none, contentType: nil)

    /// The given bytes, unchanged.
    public static func bytes(_ bytes: Data, contentType: String = "application/octet-stream") -> Body {
      Body(content: .bytes(bytes), contentType: contentType)
    }

    /// The given bytes, unchanged, as ``bytes(_:contentType:)``.
    public static func data(_ data: Data, contentType: String = "application/octet-stream") -> Body {
      .bytes(data, contentType: contentType)
    }

    static func untyped(_ bytes: Data) -> Body { Body(content: .bytes(bytes), contentType: nil) }

    /// A text, encoded in UTF-8.
    public static func text(
      _ text: String, contentType: String = "text/plain; charset=utf-8"
    ) -> Body {
      Body(content: .bytes(Data(text.utf8)), contentType: contentType)
    }

    /// A value encoded as JSON with ``Client/json`` when the request is sent.
    public static func json(
      _ value: some Encodable & Sendable, contentType: String = "application/json"
    ) -> Body {
      Body(
        content: .encoded(format: "JSON") { coder in try coder.encode(value) }, contentType: contentType)
    }

    /// An object of members of different types, encoded as JSON with ``Client/json`` when the request is sent; nil is
    /// null.
    ///
    /// ```swift
    /// .post(
    ///   "/users",
    ///   body: .json(["id": id, "name": name, "home": address]))
    /// ```
    @_disfavoredOverload
    public static func json(
      _ members: [String: any Encodable & Sendable], contentType: String = "application/json"
    ) -> Body {
      json(members.mapValues(Member.init), contentType: contentType)
    }

    private struct Member: Encodable, Sendable {
      let value: any Encodable & Sendable

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }

    /// A body in your own format, encoded by a function once for each call.
    ///
    /// ```swift
    /// .post(
    ///   "/cities",
    ///   body: .encoded(as: "application/x-plist") {
    ///     try PropertyListEncoder().encode(city)
    ///   })
    /// ```
    public static func encoded(
      as contentType: String, _ encode: @escaping @Sendable () throws -> Data
    ) -> Body {
      Body(content: .encoded(format: contentType) { _ in try encode() }, contentType: contentType)
    }

    /// `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5).
    public static func form(_ fields: Query) -> Body {
      Body(content: .form(fields), contentType: "application/x-www-form-urlencoded")
    }

    /// A ``ByteStream``; one that can be read only once is sent at most once. A negative length fails the call.
    public static func stream(
      _ stream: ByteStream, contentType: String = "application/octet-stream"
    ) -> Body {
      Body(content: .stream(stream), contentType: contentType)
    }

    /// A body from chunks that can be read, and so sent, only once (<doc:SendingBodies>). `length` is sent as
    /// Content-Length; nil sends the body in chunks (RFC 9112, section 7.1).
    public static func stream<Chunks: AsyncSequence & Sendable>(
      once chunks: Chunks, length: Int64?, contentType: String = "application/octet-stream"
    ) -> Body where Chunks.Element == Data {
      .stream(ByteStream(length: length, once: { ByteStream.next(of: chunks) }), contentType: contentType)
    }

    /// A body from chunks that are the same at each reading. `length` is as in ``stream(once:length:contentType:)``.
    public static func stream<Chunks: AsyncSequence & Sendable>(
      replayable chunks: Chunks, length: Int64?, contentType: String = "application/octet-stream"
    ) -> Body where Chunks.Element == Data {
      .stream(
        ByteStream(length: length, replayable: { ByteStream.next(of: chunks) }), contentType: contentType)
    }

    /// The bytes of a file, read in chunks of 64 KiB while they are sent, with its length as Content-Length. A file
    /// that can't be opened or is not regular fails the call.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> Body {
      Body(content: .file(url), contentType: contentType)
    }

    /// Returns the same body, which reports each chunk of at most 64 KiB when the transport asks for the next: then the
    /// chunk was sent, or is in the transport's buffers.
    public func reportingProgress(
      _ report: @escaping @Sendable (TransferProgress) -> Void
    ) -> Body {
      var copy = self
      copy.progress = report
      return copy
    }

    var isNone: Bool { if case .none = content { true } else { false } }

    var bytes: Data? {
      if case .bytes(let bytes) = content { bytes } else { nil }
    }

    struct Encoded {
      var stream: ByteStream?
      var contentType: String?
      /// The boundary of a multipart body.
      var boundary: String?
    }

    func encoded(
      with json: JSONCoder, randomness: () -> UInt64
    ) throws(RequestError) -> Encoded {
      var encoded =
        if case .parts(let encode) = content {
          try encode(contentType, json, randomness)
        } else {
          Encoded(stream: try stream(with: json), contentType: contentType)
        }
      guard var stream = encoded.stream else { return encoded }
      if let contentCoding {
        do {
          stream = try contentCoding.encoding(stream)
        } catch {
          throw RequestError(.body, error.message, underlying: error)
        }
      }
      encoded.stream = progress.map(stream.reporting) ?? stream
      return encoded
    }

    private func stream(with json: JSONCoder) throws(RequestError) -> ByteStream? {
      switch content {
      case .none, .parts: return nil
      case .bytes(let bytes): return ByteStream(bytes)
      case .stream(let stream):
        if let length = stream.length, length < 0 {
          throw RequestError(.body, "the length of a body is negative: \(length)")
        }
        return stream
      case .file(let url):
        let path = url.path
        guard url.isFileURL else {
          throw RequestError(.body, "a body from a file needs a file URL, and this one has another scheme")
        }
        do {
          return try ByteStream(file: path)
        } catch {
          throw RequestError(.body, "the file \(path) can't be sent: \(error)", underlying: error)
        }
      case .form(let fields):
        if let fault = fields.fault {
          throw RequestError(.body, fault.message, underlying: fault.underlying)
        }
        return ByteStream(Data(fields.encodedAsForm.utf8))
      case .encoded(let format, let encode):
        do {
          return ByteStream(try encode(json))
        } catch {
          throw RequestError(
            .body, "the body can't be encoded as \(format): \(encodingProblem(error))", underlying: error)
        }
      }
    }

    public var description: String {
      let coding = contentCoding.map { ", \($0.name)" } ?? ""
      return switch content {
      case .none: "none"
      case .bytes(let bytes): "\(bytes.count) bytes, \(contentType ?? "")\(coding)"
      case .encoded, .form, .stream, .file, .parts: "\(contentType ?? "")\(coding)"
      }
    }
  }
}

extension Request.Body: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import ReparteeJSON

extension Request {
  /// The body of a request, and the Content-Type that goes with it.
  ///
  /// A Content-Type among the request's own ``Request/headers`` takes its place; one among the client's does not.
  public struct Body: Sendable, CustomStringConvertible {
    enum Content: Sendable {
      case none
      case bytes(Data)
      case encoded(format: String, @Sendable (JSONCoder) throws -> Data)
      case form(Query)
      case stream(ByteStream)
      case file(URL)
      case multipart(MultipartForm)
    }

    let content: Content
    var contentCoding: ContentCoding?
    private var progress: (@Sendable (TransferProgress) -> Void)?

    /// What goes into the Content-Type field; that of a form gets its boundary when it is sent.
    public let contentType: String?

    /// No body at all.
    public static let none = Body(content: .none, contentType: nil)

    /// These bytes, as they are.
    public static func bytes(_ bytes: Data, contentType: String = "application/octet-stream") -> Body {
      Body(content: .bytes(bytes), contentType: contentType)
    }

    /// Bytes that say nothing of their content type.
    static func untyped(_ bytes: Data) -> Body { Body(content: .bytes(bytes), contentType: nil) }

    /// A text, in UTF-8.
    public static func text(
      _ text: String, contentType: String = "text/plain; charset=utf-8"
    ) -> Body {
      Body(content: .bytes(Data(text.utf8)), contentType: contentType)
    }

    /// A value as JSON, encoded when the request is sent with the client's ``Client/json``. A value
    /// that can't be encoded fails the call with a ``RequestError`` of kind ``RequestError/Kind/body``.
    public static func json(
      _ value: some Encodable & Sendable, contentType: String = "application/json"
    ) -> Body {
      Body(
        content: .encoded(format: "JSON") { coder in try coder.encode(value) }, contentType: contentType)
    }

    /// What a function makes of a value, in a format of your own.
    ///
    /// ```swift
    /// .post(
    ///   "/cities",
    ///   body: .encoded(as: "application/x-plist") {
    ///     try PropertyListEncoder().encode(city)
    ///   })
    /// ```
    ///
    /// The function is called when the request is sent, anew each time; what it throws fails the call with a
    /// ``RequestError`` of kind ``RequestError/Kind/body``, and nothing is sent.
    public static func encoded(
      as contentType: String, _ encode: @escaping @Sendable () throws -> Data
    ) -> Body {
      Body(content: .encoded(format: contentType) { _ in try encode() }, contentType: contentType)
    }

    /// A form: `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5), spaces as plus signs.
    public static func form(_ fields: Query) -> Body {
      Body(content: .form(fields), contentType: "application/x-www-form-urlencoded")
    }

    /// A ``ByteStream``. One that can be read only once is sent at most once; one of negative length fails the call
    /// with a ``RequestError`` of kind ``RequestError/Kind/body``, and nothing is sent.
    public static func stream(
      _ stream: ByteStream, contentType: String = "application/octet-stream"
    ) -> Body {
      Body(content: .stream(stream), contentType: contentType)
    }

    /// Bytes as they come, from a sequence of chunks that can be read once. They are sent at most once: a call that
    /// would have to send them again fails instead.
    /// Their number is sent as Content-Length; nil sends them in chunks (RFC 9112, section 7.1).
    public static func stream<Chunks: AsyncSequence & Sendable>(
      once chunks: Chunks, length: Int64?, contentType: String = "application/octet-stream"
    ) -> Body where Chunks.Element == Data {
      .stream(ByteStream(length: length, once: { ByteStream.next(of: chunks) }), contentType: contentType)
    }

    /// Bytes as they come, from a sequence of chunks that gives the same ones each time it is read.
    /// Their number is sent as Content-Length; nil sends them in chunks (RFC 9112, section 7.1).
    public static func stream<Chunks: AsyncSequence & Sendable>(
      replayable chunks: Chunks, length: Int64?, contentType: String = "application/octet-stream"
    ) -> Body where Chunks.Element == Data {
      .stream(
        ByteStream(length: length, replayable: { ByteStream.next(of: chunks) }), contentType: contentType)
    }

    /// The bytes of a file, read in chunks of 64 KiB while they are sent, with its length. A file that can't be
    /// opened, or is no regular one, fails the call with a ``RequestError`` of kind ``RequestError/Kind/body``, and
    /// nothing is sent; it can be sent again.
    public static func file(_ url: URL, contentType: String = "application/octet-stream") -> Body {
      Body(content: .file(url), contentType: contentType)
    }

    /// A form with files in it, see ``MultipartForm``. The boundary between its parts is chosen when the request is
    /// sent, with the client's ``Client/randomness``.
    public static func multipart(_ form: MultipartForm) -> Body {
      Body(content: .multipart(form), contentType: "multipart/form-data")
    }

    /// The same body; `report` is told how much of it the transport has taken, after each chunk.
    public func reportingProgress(
      _ report: @escaping @Sendable (TransferProgress) -> Void
    ) -> Body {
      var copy = self
      copy.progress = report
      return copy
    }

    /// The bytes of a body that has them at hand.
    var bytes: Data? {
      if case .bytes(let bytes) = content { bytes } else { nil }
    }

    /// A body on its way.
    struct Encoded {
      /// Nil without a body.
      var stream: ByteStream?
      /// That of the body, with what only its encoding tells.
      var contentType: String?
    }

    /// - Parameter randomness: What boundaries are made of.
    func encoded(
      with json: JSONCoder, randomness: () -> UInt64
    ) throws(RequestError) -> Encoded {
      var encoded = Encoded(contentType: contentType)
      if case .multipart(let form) = content {
        let (stream, boundary) = try form.encoded(with: json, randomness: randomness)
        encoded.stream = stream
        encoded.contentType = contentType.map { "\($0); boundary=\(boundary)" }
      } else {
        encoded.stream = try stream(with: json)
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
      case .none, .multipart: return nil
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

    /// What kind of body it is, never what is in it.
    public var description: String {
      let coding = contentCoding.map { ", \($0.name)" } ?? ""
      return switch content {
      case .none: "none"
      case .bytes(let bytes): "\(bytes.count) bytes, \(contentType ?? "")\(coding)"
      case .encoded, .form, .stream, .file, .multipart: "\(contentType ?? "")\(coding)"
      }
    }
  }
}

extension Request.Body: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

public import HTTPTypes
import ReparteeJSON

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A complete response, with its request.
public struct Response: Sendable, CustomStringConvertible {
  /// The status and the header fields, as received.
  public var head: HTTPResponse
  /// The body, up to the client's limit, without codings such as `gzip`.
  public var body: Data
  /// The request as it was sent.
  public var request: SentRequest
  /// The time from the start of the attempt until the body was received, without decoding; for a stream, until the head
  /// was received.
  public var duration: Duration
  /// The time from the start of the attempt until the head was received.
  public var headDuration: Duration

  var isStreamed = false
  private(set) var decoder: any ResponseDecoder
  var memory: (values: DecodedValues, decoders: Decoders)?
  /// Nil if the outcomes that read this response have the same decoder.
  var note: OutcomeNotes?

  /// Creates a response, for your tests.
  public init(
    head: HTTPResponse, body: Data = Data(), request: SentRequest, duration: Duration = .zero,
    headDuration: Duration = .zero, decoder: any ResponseDecoder = JSONCoder()
  ) {
    self.head = head
    self.body = body
    self.request = request
    self.duration = duration
    self.headDuration = headDuration
    self.decoder = decoder
  }

  /// The content type; nil if missing, invalid, or of several different types. If only their parameters differ, the
  /// last applies.
  public var contentType: MediaType? { headers.mediaType }

  /// The body as text in its charset, by default UTF-8; nil if it is not text, or in a charset other than UTF-8,
  /// UTF-16, ISO 8859-1 and windows-1252.
  public var text: String? { decodedText(body, charset: contentType?.charset) }

  /// Decodes the body as `Outcome.decode` does, with the client's decoder for its content type and the
  /// ``Outcome/json(_:)`` options of the outcome that read the response, or else of the map.
  /// - Throws: A ``BodyDecodingError``.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(BodyDecodingError) -> Value {
    try decode(type, with: decoder)
  }

  /// Decodes the body with another decoder, an empty one as `Outcome.decode` does.
  /// - Throws: A ``BodyDecodingError``.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: any ResponseDecoder
  ) throws(BodyDecodingError) -> Value {
    do {
      let isProblem = type == ProblemDetails.self || type == ProblemDetails?.self
      return try isProblem ? decodedProblem(type, with: decoder) : decoded(type, with: decoder)
    } catch {
      throw BodyDecodingError(error, type: type)
    }
  }

  func read(by decoder: any ResponseDecoder) -> Response {
    var copy = self
    copy.decoder = decoder
    copy.memory = nil
    return copy
  }

  func decodeOnce<Value: Decodable & Sendable>(
    _ type: Value.Type, with decoder: any ResponseDecoder
  ) throws(BodyDecodingError) -> Value {
    guard let memory else { return try decode(type, with: decoder) }
    if let value = memory.values.value(type, memory.decoders) { return value }
    let value = try decode(type, with: decoder)
    memory.values.keep(value, memory.decoders)
    return value
  }

  /// The status, the content type, and the size of the body or `streamed`.
  public var description: String {
    var parts = [status.name]
    if let contentType { parts.append(contentType.description) }
    parts.append(isStreamed ? "streamed" : body.isEmpty ? "no body" : byteCount(body.count))
    return request.redaction.maskedValues(in: parts.joined(separator: ", "))
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, with decoder: any ResponseDecoder
  ) throws -> Value {
    let (raw, isMissing) = (RawBody(type), decoder.isMissing(body))
    if raw == nil ? isMissing : body.isEmpty,
      let empty = (type as? any EmptyInitializable.Type)?.init() as? Value
    {
      return empty
    }
    if let raw, let value = try read(as: raw) as? Value { return value }
    if isMissing { throw missing(type) }
    return try decoder.decode(type, from: body)
  }

  /// The status is that of the response (RFC 9457, section 3.1.3).
  @inline(never) private func decodedProblem<Value: Decodable>(
    _ type: Value.Type, with decoder: any ResponseDecoder
  ) throws -> Value {
    let value = try decoded(type, with: decoder)
    guard var problem = value as? ProblemDetails else { return value }
    problem.status = status
    problem.origin = ValueOrigin(request: request)
    return problem as? Value ?? value
  }

  func read<Value, Output>(
    _ type: Value.Type, with decoder: any ResponseDecoder, _ read: (BodyReader) throws -> Output
  ) throws -> Output {
    do {
      if decoder.isMissing(body) { return try read(BodyReader(missing: missing(type))) }
      return try BodyReader.read(body, with: decoder, read)
    } catch {
      throw BodyDecodingError(error, type: type)
    }
  }

  private func missing(_ type: Any.Type) -> BodyDecodingError {
    BodyDecodingError(
      .emptyBody, type: type,
      message: body.isEmpty ? "the body is empty" : "the body is nothing but white space")
  }

  private func read(as raw: RawBody) throws -> Any {
    switch raw {
    case .nothing: return EmptyResponse()
    case .bytes: return body
    case .text:
      if let text { return text }
      throw BodyDecodingError(
        .corrupted, type: String.self, message: "the body is not text in \(contentType?.charset ?? "utf-8")")
    }
  }
}

extension Response: CustomReflectable {
  /// Shows no values of header fields, and no body.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": shownNames(headers, of: request)])
  }
}

/// A response whose body is still arriving.
struct StreamedResponse: Sendable {
  let head: HTTPResponse
  var body: ByteStream
  let request: SentRequest
  let headDuration: Duration
  let reopen: Reopen?
}

/// Sends a request again. A nil ID keeps the request's; an ID that is empty or no valid field value removes it.
typealias Reopen =
  @Sendable (
    _ pause: Duration, _ lastEventID: String?, _ takes: @escaping @Sendable (HTTPResponse) -> Bool
  ) async throws(TransportError) -> Reopened

enum Reopened: Sendable {
  case taken(TransportResponse, Stopwatch)
  case refused(Response, retryAfter: Duration?)
}

/// The output of a call, with its response.
public struct TypedResponse<Output: Sendable>: Sendable {
  /// The output.
  public var value: Output
  /// Status and header fields.
  public var head: HTTPResponse
  /// The request as it was sent.
  public var request: SentRequest
  /// The time from the start of the attempt until the body was received, without decoding; for a stream, until the head
  /// was received.
  public var duration: Duration
  /// The time from the start of the attempt until the head was received.
  public var headDuration: Duration
  /// Whether a stage, such as a cache, had stored the response.
  public private(set) var isStored = false
  package var earlierAttempts: [Attempt] = []
  private var origin = Attempt.Origin()
  private var networkResult: Result<HTTPResponse.Status, TransportError>?
  package var isStubbed = false
  /// What ended the retries of a transient response, such as an output that says to ask again; nil if the response is
  /// not transient, or with ``RetryPolicy/off``.
  public private(set) var retryLimit: RetryPolicy.Limit?

  /// The status received from the network: for a stored response that the origin validated, 304; nil if nothing was
  /// received.
  public var networkStatus: HTTPResponse.Status? { isStored ? try? networkResult?.get() : status.bare }

  /// All attempts, the successful one last. A stored response has none if nothing was sent, one with the status 304 if
  /// the origin validated it.
  public var attempts: [Attempt] {
    if isStored, networkResult == nil { return earlierAttempts }
    var attempts = earlierAttempts
    attempts.append(
      Attempt(
        origin, request: request, result: networkResult ?? .success(status.bare), duration: duration))
    return attempts
  }

  /// The followed redirects, in order.
  public var redirects: [Redirect] { attempts.redirects }
}

extension TypedResponse {
  /// Creates the typed response of a call with one attempt.
  public init(_ value: Output, response: Response) {
    self.value = value
    (head, request) = (response.head, response.request)
    (duration, headDuration) = (response.duration, response.headDuration)
  }

  init(
    _ value: Output, head: HTTPResponse, request: SentRequest, duration: Duration, headDuration: Duration,
    after earlier: [Attempt], _ origin: Attempt.Origin, isStored: Bool,
    networkResult: Result<HTTPResponse.Status, TransportError>?,
    retryLimit: RetryPolicy.Limit?
  ) {
    self.value = value
    self.head = head
    self.request = request
    self.duration = duration
    self.headDuration = headDuration
    earlierAttempts = earlier
    self.origin = origin
    self.isStored = isStored
    self.networkResult = networkResult
    self.retryLimit = retryLimit
  }
}

extension TypedResponse: CustomReflectable {
  /// Shows the value and the status, but no values of header fields.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["value": value, "status": status.name, "headers": shownNames(headers, of: request)],
      displayStyle: .struct)
  }
}

func decodedText(_ bytes: Data, charset: String?) -> String? {
  // Foundation ignores half a unit at the end.
  if charset?.hasPrefix("utf-16") == true, !bytes.count.isMultiple(of: 2) { return nil }
  return switch charset {
  case nil, "", "utf-8", "utf8", "us-ascii", "ascii": String(bytes: bytes, encoding: .utf8)
  case "iso-8859-1", "latin1", "iso_8859-1": String(bytes: bytes, encoding: .isoLatin1)
  case "windows-1252", "cp1252": windows1252Text(bytes)
  case "utf-16": String(bytes: bytes, encoding: .utf16)
  case "utf-16le": String(bytes: bytes, encoding: .utf16LittleEndian)
  case "utf-16be": String(bytes: bytes, encoding: .utf16BigEndian)
  default: nil
  }
}

/// FoundationEssentials does not have the encoding. A byte that the encoding does not define is a control character,
/// as in a browser.
private func windows1252Text(_ bytes: Data) -> String {
  let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
  return String(
    String.UnicodeScalarView(bytes.map { $0 &- 0x80 < 32 ? upper[Int($0 - 0x80)] : Unicode.Scalar($0) }))
}

enum RawBody {
  case text, bytes, nothing

  init?(_ type: Any.Type) {
    if type == String.self || type == String?.self {
      self = .text
    } else if type == Data.self || type == Data?.self {
      self = .bytes
    } else if type == EmptyResponse.self || type == EmptyResponse?.self {
      self = .nothing
    } else {
      return nil
    }
  }
}

extension ResponseDecoder {
  /// White space is a value only in other formats than JSON.
  fileprivate func isMissing(_ body: Data) -> Bool {
    guard let first = body.first else { return true }
    // Usually the first byte decides.
    guard first.isBlank, body.isBlank else { return false }
    return mediaTypes.contains { $0.contains(MediaType.json) }
  }
}

extension Collection<UInt8> {
  var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

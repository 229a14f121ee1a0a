#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import ReparteeJSON

/// The body of a request, and the Content-Type that goes with it.
///
/// A Content-Type among the request's own ``Request/headers`` takes its place; one among the client's does not.
public struct RequestBody: Sendable, CustomStringConvertible {
  enum Content: Sendable {
    case none
    case bytes(Data)
    case json(@Sendable (JSONCoder) throws -> Data)
    case form(Query)
    case stream(ByteStream)
  }

  let content: Content

  /// What goes into the Content-Type field.
  public let contentType: String?

  /// No body at all.
  public static let none = RequestBody(content: .none, contentType: nil)

  /// These bytes, as they are.
  public static func bytes(_ bytes: Data, contentType: String = "application/octet-stream") -> RequestBody {
    RequestBody(content: .bytes(bytes), contentType: contentType)
  }

  /// A text, in UTF-8.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> RequestBody {
    RequestBody(content: .bytes(Data(text.utf8)), contentType: contentType)
  }

  /// A value as JSON, encoded when the request is sent with the client's ``Client/json``. A value
  /// that can't be encoded fails the call with a ``RequestError`` of kind ``RequestError/Kind/body``.
  public static func json(
    _ value: some Encodable & Sendable, contentType: String = "application/json"
  ) -> RequestBody {
    RequestBody(content: .json { coder in try coder.encode(value) }, contentType: contentType)
  }

  /// A form: `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5), spaces as plus signs.
  public static func form(_ fields: Query) -> RequestBody {
    RequestBody(content: .form(fields), contentType: "application/x-www-form-urlencoded")
  }

  /// Bytes as they come, from a sequence, with its length when it is known. A stream that can be read only once
  /// is sent at most once.
  public static func stream(
    _ stream: ByteStream, contentType: String = "application/octet-stream"
  ) -> RequestBody {
    RequestBody(content: .stream(stream), contentType: contentType)
  }

  /// The body as bytes on their way, or nil without a body.
  func encoded(with json: JSONCoder) throws(RequestError) -> ByteStream? {
    switch content {
    case .none: return nil
    case .bytes(let bytes): return ByteStream(bytes)
    case .stream(let stream): return stream
    case .form(let fields):
      if let fault = fields.fault {
        throw RequestError(.body, fault.message, underlying: fault.underlying)
      }
      return ByteStream(Data(fields.encodedAsForm.utf8))
    case .json(let encode):
      do {
        return ByteStream(try encode(json))
      } catch {
        throw RequestError(
          .body, "the body can't be encoded as JSON: \(encodingProblem(error))", underlying: error)
      }
    }
  }

  /// What kind of body it is, never what is in it.
  public var description: String {
    switch content {
    case .none: "none"
    case .bytes(let bytes): "\(bytes.count) bytes, \(contentType ?? "")"
    case .json, .form, .stream: contentType ?? ""
    }
  }
}

extension RequestBody: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

package import HTTPTypes

package struct OutgoingRequest: Sendable {
  /// Decides which fields another origin gets.
  enum Source: Sendable {
    case client
    case request
    case library
  }

  package let url: AbsoluteURL
  let template: String
  package private(set) var head: HTTPRequest
  private(set) var sources: [Source] = []
  var body: ByteStream?
  /// The boundary of a multipart body.
  var boundary: String?
  var idempotency: Request.Idempotency = .byMethod
  var takesCookies = true
  var isOwnOrigin = true
  /// Nil also after a redirect to another origin.
  package var authentication: Authentication?

  init(_ method: HTTPRequest.Method, _ url: AbsoluteURL, template: String) {
    self.url = url
    self.template = template
    head = HTTPRequest(
      method: method, scheme: url.origin.scheme, authority: url.authority, path: url.requestTarget)
    head.headerFields.reserveCapacity(8)
    sources.reserveCapacity(8)
  }

  mutating func append(_ field: HTTPField, from source: Source) {
    head.headerFields.append(field)
    sources.append(source)
  }

  mutating func replace(_ field: HTTPField, from source: Source) {
    remove(field.name)
    append(field, from: source)
  }

  mutating func complete(_ boundary: String) { head.headerFields.complete(boundary) }

  private mutating func remove(_ name: HTTPField.Name) {
    var index = 0
    while index < sources.count {
      if head.headerFields[index].name == name {
        head.headerFields.remove(at: index)
        sources.remove(at: index)
      } else {
        index += 1
      }
    }
  }

  /// An empty or invalid ID removes the field.
  mutating func resume(after id: String) {
    guard let name = Self.lastEventID else { return }
    remove(name)
    if !id.isEmpty, HTTPField.isValidValue(id) {
      append(HTTPField(name: name, value: id), from: .library)
    }
  }

  private static let lastEventID = HTTPField.Name("Last-Event-ID")
}

extension OutgoingRequest {
  func mayBeRepeated(after retryability: Retryability) -> Bool {
    switch retryability {
    case .neverSent: true
    case .throttled: isIdempotent || isRepeatableIfThrottled
    case .transient, .permanent: isIdempotent
    }
  }

  var isReplayable: Bool { body.map { $0.isReplayable || !$0.isConsumed } ?? true }

  var isRepeatableIfThrottled: Bool {
    if case .whenThrottled = idempotency.rule { true } else { false }
  }

  var isKeyed: Bool {
    if case .key = idempotency.rule { return true }
    return Self.idempotencyKey.map(head.headerFields.contains) ?? false
  }

  /// RFC 9110, section 9.2.2.
  private var isIdempotent: Bool {
    switch idempotency.rule {
    case .always, .key: true
    case .never: false
    case .byMethod, .whenThrottled: head.method.properties.contains(.idempotent) || isKeyed
    }
  }

  private static let idempotencyKey = HTTPField.Name("Idempotency-Key")
}

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
  /// Of a multipart body.
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

  fileprivate mutating func complete(_ boundary: String) { head.headerFields.complete(boundary) }

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

extension CallContext {
  /// The request of the call, checked.
  func outgoing(accept: () -> String) throws(RequestError) -> OutgoingRequest {
    if let fault = request.fault { throw fault }
    if let fault = client.headers.fault { throw fault }
    var url = try client.shared.base.get()
    var isOwnOrigin = true
    switch request.target {
    case .path(let path):
      if let fault = path.fault { throw fault }
      url.append(path)
    case .url(let text):
      let base = url.origin
      url = try AbsoluteURL(text, kind: .url)
      isOwnOrigin = url.origin == base
    }
    url.append(query: request.query.encoded)
    var outgoing = OutgoingRequest(request.method, url, template: request.template)

    if isOwnOrigin {
      for field in client.headers.fields where !request.headers.replaces(field.name) {
        outgoing.append(field, from: .client)
      }
    }
    for field in request.headers.fields { outgoing.append(field, from: .request) }
    outgoing.takesCookies =
      !request.headers.replaces(.cookie) && !outgoing.head.headerFields.contains(.cookie)
    for field in outgoing.head.headerFields where AttemptRequest.namesOfFraming.contains(field.name) {
      throw RequestError(
        .header, "\(field.name.canonicalName) can't be set: it follows from the URL or the body")
    }
    outgoing.isOwnOrigin = isOwnOrigin
    outgoing.authentication = authentication(isOwnOrigin: isOwnOrigin)
    outgoing.idempotency = request.idempotency
    if let key = try outgoing.idempotency.fieldValue(client.randomness) {
      guard let name = HTTPField.Name(outgoing.idempotency.field) else {
        throw RequestError(.header, "the name of the field for an idempotency key is no token")
      }
      outgoing.replace(HTTPField(name: name, value: key), from: .request)
    }
    let encoded = try request.body.encoded(with: client.json, randomness: client.randomness)
    outgoing.body = encoded.stream
    outgoing.boundary = encoded.boundary
    if !request.headers.replaces(.contentType), let type = encoded.contentType {
      try outgoing.imply(.contentType, type)
    } else if let boundary = encoded.boundary {
      outgoing.complete(boundary)
    }
    if outgoing.body != nil, let coding = request.body.contentCoding {
      guard !outgoing.head.headerFields.contains(.contentEncoding) else {
        throw RequestError(
          .header, "content-encoding can't be set beside a body that is compressed on its way")
      }
      try outgoing.imply(.contentEncoding, coding.name)
    }
    if !outgoing.head.headerFields.contains(.accept), !request.headers.isLeftOut(.accept),
      !client.headers.isLeftOut(.accept)
    {
      try outgoing.imply(.accept, accept())
    }
    return outgoing
  }
}

extension OutgoingRequest {
  fileprivate mutating func imply(_ name: HTTPField.Name, _ value: String) throws(RequestError) {
    if let fault = Request.Headers.fault(of: value, named: name.rawName) { throw fault }
    replace(HTTPField(name: name, value: value), from: .library)
  }
}

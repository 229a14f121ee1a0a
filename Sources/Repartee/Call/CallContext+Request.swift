import HTTPTypes
import ReparteeJSON

extension CallContext {
  /// The checked request of the call.
  func outgoing(accept: () throws(RequestError) -> HTTPField) throws(RequestError) -> OutgoingRequest {
    if let fault = request.fault { throw fault }
    if let fault = client.headers.fault { throw fault }
    var url = try client.shared.base.get()
    var isOwnOrigin = true
    switch request.target {
    case .path(let path):
      if let fault = path.fault { throw fault }
      url.append(path: path.path, query: path.query)
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
    if !request.body.isNone { try addBody(to: &outgoing) }
    if !outgoing.head.headerFields.contains(.accept), !request.headers.isLeftOut(.accept),
      !client.headers.isLeftOut(.accept)
    {
      outgoing.append(try accept(), from: .library)
    }
    return outgoing
  }

  private func addBody(to outgoing: inout OutgoingRequest) throws(RequestError) {
    let encoded = try request.body.encoded(with: client.json, randomness: client.randomness)
    outgoing.body = encoded.stream
    outgoing.boundary = encoded.boundary
    if !request.headers.replaces(.contentType), let type = encoded.contentType {
      try outgoing.setBodyField(.contentType, type)
    } else if let boundary = encoded.boundary {
      outgoing.complete(boundary)
    }
    if outgoing.body != nil, let coding = request.body.contentCoding {
      guard !outgoing.head.headerFields.contains(.contentEncoding) else {
        throw RequestError(
          .header, "content-encoding can't be set for a body that is compressed when it is sent")
      }
      try outgoing.setBodyField(.contentEncoding, coding.name)
    }
  }
}

extension OutgoingRequest {
  fileprivate mutating func setBodyField(_ name: HTTPField.Name, _ value: String) throws(RequestError) {
    if let fault = Request.Headers.fault(of: value, named: name.rawName) { throw fault }
    replace(HTTPField(name: name, value: value), from: .library)
  }
}

extension CallContext {
  fileprivate func authentication(isOwnOrigin: Bool) -> Authentication? {
    if request.headers.replaces(.authorization) { return nil }
    let wanted = request.authentication ?? (isOwnOrigin ? client.authentication : .off)
    switch wanted.kind {
    case .off: return nil
    case .named(let name):
      guard let found = client.authentications[name] else { return wanted }
      return isOwnOrigin ? found : nil
    case .credential, .signing, .source: return wanted
    }
  }
}

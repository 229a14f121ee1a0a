import HTTPTypes
import ReparteeRedaction

struct Redirection: Sendable {
  enum Step: Sendable {
    case respond
    indirect case follow(OutgoingRequest, Redirect)
    case fail(TransportError)
  }

  private let policy: RedirectPolicy
  /// The query of the base URL.
  private let baseQuery: String?
  /// The first URL of the call; nil before the first redirect.
  private var firstURL: AbsoluteURL?
  private var count = 0

  init(by policy: RedirectPolicy, baseQuery: String?) {
    self.policy = policy
    self.baseQuery = baseQuery
  }

  /// What follows the head of the response to `request`, which was sent as `sent`.
  mutating func step(
    after head: HTTPResponse, _ code: Int, to request: OutgoingRequest, sent: @autoclosure () -> SentRequest,
    _ carried: Carried, _ planner: any ResponsePlanner
  ) -> Step {
    guard Self.isRedirect(code), !policy.isOff, !planner.declares(code),
      let location = head.headerFields.single(.location), !location.utf8.trimmingFieldWhitespace.isEmpty
    else { return .respond }

    let (sent, redaction) = (sent(), carried.redaction)
    let method = Self.method(after: code, request.head.method)
    let keepsBody = method == request.head.method && code != 303
    if keepsBody, request.body?.isReplayable == false { return .respond }

    let target: AbsoluteURL
    do {
      target = try request.url.resolving(location).inheritingFragment(of: request.url)
    } catch {
      switch error {
      case .scheme(let scheme):
        return .fail(.redirectRefused("it leads to the scheme \(DisplayText.text(scheme, limit: 40))"))
      case .userInfo: return .fail(.redirectRefused("it leads to a URL with a user or a password in it"))
      case .controlCharacter, .host, .port: return .respond
      }
    }
    if request.url.origin.scheme == "https", target.origin.scheme == "http" {
      return .fail(.redirectRefused("it leads from https to http"))
    }

    let firstURL = firstURL ?? request.url
    let redirect = Redirect(
      head.status, from: request.url, to: target, method: method,
      isSameOrigin: target.origin == firstURL.origin,
      redaction: sent.redaction)
    switch policy.decide(redirect) {
    case .stop: return .respond
    case .refuse: return .fail(.redirectRefused("the client's policy refuses \(redirect.host)"))
    case .follow: break
    }
    guard count < policy.limit else {
      return .fail(TransportError(.tooManyRedirects(limit: policy.limit)))
    }
    count += 1
    self.firstURL = firstURL
    var next = target
    // Location may repeat what a credential set.
    if request.authentication != nil { next.removeQueryItems(named: carried.queryItems) }
    if target.origin != request.url.origin {
      next.query = Self.queryWithoutCredentials(
        next.query, after: request.url, sent: sent.query, base: baseQuery, redaction)
    }
    return .follow(
      self.request(request, to: next, method: method, keepsBody: keepsBody, redaction), redirect)
  }

  private static func isRedirect(_ code: Int) -> Bool {
    switch code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// RFC 9110, sections 15.4.2 to 15.4.9. A QUERY is never changed by 301 and 302 (RFC 10008).
  private static func method(after code: Int, _ method: HTTPRequest.Method) -> HTTPRequest.Method {
    switch code {
    case 303: method == .head ? .head : .get
    case 301, 302: method.properties.contains(.becomesGet) ? .get : method
    default: method
    }
  }

  private func request(
    _ request: OutgoingRequest, to target: AbsoluteURL, method: HTTPRequest.Method, keepsBody: Bool,
    _ redaction: Redaction
  ) -> OutgoingRequest {
    let isSameOrigin = target.origin == request.url.origin
    var next = OutgoingRequest(method, target, template: request.template)
    let changesMethod = method != request.head.method
    let keyName = request.idempotency.field.lowercased()
    for (field, source) in zip(request.head.headerFields, request.sources) {
      let name = field.name.canonicalName
      if !keepsBody, name.hasPrefix("content-") || Self.namesOfBody.contains(name) { continue }
      if changesMethod, name.hasPrefix("if-") || name == "range" || name == keyName { continue }
      // The key of an idempotent request is no secret, and goes where its body goes.
      let isCredential = source == .request && name != keyName && redaction.isCredential(field.name)
      if !isSameOrigin, source == .client || isCredential { continue }
      next.append(field, from: source)
    }
    if keepsBody { (next.body, next.boundary) = (request.body, request.boundary) }
    next.takesCookies = request.takesCookies
    next.isOwnOrigin = request.isOwnOrigin && isSameOrigin
    if isSameOrigin { next.authentication = request.authentication }
    // The idempotency and its key are the original method's; `never` holds for any method.
    next.idempotency = changesMethod && request.idempotency != .never ? .byMethod : request.idempotency
    return next
  }

  /// Besides `Content-…`.
  private static let namesOfBody: Set = ["digest", "expect", "last-modified", "repr-digest", "trailer"]

  /// Location may repeat items of the base URL, of authentication, or with secret names.
  static func queryWithoutCredentials(
    _ query: String?, after url: AbsoluteURL, sent: String?, base: String?, _ redaction: Redaction
  ) -> String? {
    guard let query, let sent else { return query }
    let own = url.query.queryItems.subtracting(base.queryItems)
    let secrets = (sent as String?).queryItems.filter { item in
      !own.contains(item) || redaction.isSecret(item.prefix { $0 != "=" }, isItem: true)
    }
    return secrets.isEmpty ? query : query.removingQueryItems { secrets.contains($0.decodedItem) }
  }
}

extension TransportError {
  fileprivate static func redirectRefused(_ why: String) -> TransportError {
    TransportError(.redirectRefused, message: "the redirect is refused: \(why)")
  }
}

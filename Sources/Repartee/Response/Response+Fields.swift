#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

// Header fields that mean something to nearly every client, read.

/// A head, and the URL it came from: what has header fields worth reading.
public protocol ResponseHead: Sendable {
  /// Status and header fields.
  var head: HTTPResponse { get }
  /// The request as it was sent.
  var request: SentRequest { get }
}

extension Response: ResponseHead {}
extension StreamedResponse: ResponseHead {}
extension Reply: ResponseHead {}

extension ResponseHead {
  /// The status, code and reason phrase as they came.
  public var status: HTTPResponse.Status { head.status }

  /// The header fields.
  public var headers: HTTPFields { head.headerFields }

  /// One header field, by a name in any case; several of that name are joined by commas.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }

  /// What ETag says, or nil where it is missing or unreadable, or where there are several that differ (RFC 9110,
  /// section 8.8.3).
  public var entityTag: EntityTag? { head.headerFields.single(.eTag).flatMap(EntityTag.init) }

  /// The date in Last-Modified, to the second, or nil where it is missing or unreadable, or where there are several
  /// that differ (RFC 9110, section 8.8.2).
  public var lastModified: Date? { head.headerFields.single(.lastModified).flatMap { HTTPDate.date($0) } }

  /// The URL in Location, made absolute against the request's URL (RFC 3986, section 5).
  ///
  /// Nil without one, and where it is empty or has no host that can be; also where there are several that differ,
  /// because joined they would be a URL that no server sent (RFC 9110, section 10.2.2, allows one). Several that are
  /// equal are one. Its fragment is its own, not the request's.
  public var location: URL? {
    guard let text = head.headerFields.single(.location), !text.utf8.trimmingFieldWhitespace.isEmpty else {
      return nil
    }
    return request.absolute?.url(text)
  }

  /// The links in Link fields, their targets made absolute against the request's URL (RFC 8288); of each field the
  /// first 200.
  public var links: [Response.Link] {
    guard let base = request.absolute else { return [] }
    return head.headerFields.filter { $0.name == linkName }.flatMap { field in
      Response.Link.all(in: field.value, limit: 200) { base.url($0) }
    }
  }

  /// The target of the first link with this relation, say `next`; relations are compared without case. A link
  /// whose `anchor` says that it is one of another resource is passed over (RFC 8288, section 3.2).
  public func link(_ relation: String) -> URL? {
    let relation = relation.lowercased()
    return links.first { isLink($0.relations, $0.parameters, to: relation) }?.target
  }

  /// The reference of the first link with this relation, as it stands there.
  func reference(to relation: String) -> String? {
    let relation = relation.lowercased()
    var found: String?
    for field in head.headerFields where field.name == linkName && found == nil {
      Response.Link.each(in: field.value) { link in
        if isLink(link.relations, link.parameters, to: relation) { found = link.reference }
        return found == nil
      }
    }
    return found
  }

  private func isLink(
    _ relations: [String], _ parameters: [String: String], to relation: String
  ) -> Bool {
    guard relations.contains(relation) else { return false }
    return parameters["anchor"].map { request.absolute?.isReached(by: $0) ?? false } ?? true
  }

  /// What Retry-After says, or nil where it is missing or unreadable, or where there are several that differ (RFC
  /// 9110, section 10.2.3).
  public var retryAfter: RetryAfter? { head.headerFields.single(.retryAfter).flatMap(RetryAfter.init) }

  /// What the server asks for before it serves the request, in all WWW-Authenticate fields (RFC 9110, section 11.6.1);
  /// at most 50.
  public var challenges: [Response.Challenge] { Response.Challenge.all(in: head) }

  /// What is left of a quota, see ``RateLimit``.
  public var rateLimit: RateLimit? { RateLimit(head.headerFields) }
}

private let linkName = HTTPField.Name("Link")

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
  /// One header field, by a name in any case; several of that name are joined by commas.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }

  /// What ETag says, or nil where it is missing or unreadable (RFC 9110, section 8.8.3).
  public var entityTag: EntityTag? { head.headerFields[.eTag].flatMap(EntityTag.init) }

  /// The date in Last-Modified, to the second, or nil where it is missing or unreadable (RFC 9110, section 8.8.2).
  public var lastModified: Date? { head.headerFields[.lastModified].flatMap { HTTPDate.date($0) } }

  /// The URL in Location, made absolute against the request's URL (RFC 9110, section 10.2.2).
  public var location: URL? { head.headerFields[.location].flatMap(request.resolve) }

  /// The links in Link fields, their targets made absolute against the request's URL (RFC 8288); of each field the
  /// first 200.
  public var links: [Response.Link] {
    guard let name = HTTPField.Name("Link") else { return [] }
    let base = request.base
    return head.headerFields[values: name].flatMap { field in
      Response.Link.all(in: field, limit: 200) { URL(string: $0, relativeTo: base)?.absoluteURL }
    }
  }

  /// The target of the first link with this relation, say `next`; relations are compared without case. A link
  /// whose `anchor` says that it is one of another resource is passed over (RFC 8288, section 3.2).
  public func link(_ relation: String) -> URL? {
    links.first { link in
      guard link.relations.contains(relation.lowercased()) else { return false }
      return link.parameters["anchor"].map { request.resolve($0) == request.base } ?? true
    }?.target
  }

  /// What Retry-After says, or nil where it is missing or unreadable (RFC 9110, section 10.2.3).
  public var retryAfter: RetryAfter? { header("Retry-After").flatMap(RetryAfter.init) }

  /// What is left of a quota, see ``RateLimit``.
  public var rateLimit: RateLimit? { RateLimit(head.headerFields) }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A response head and its request.
///
/// ``entityTag``, ``lastModified``, ``contentRange``, ``fileName``, ``location`` and ``retryAfter`` are nil if the
/// field is missing, invalid, or repeated with another value.
public protocol ResponseHead: Sendable {
  /// Status and header fields.
  var head: HTTPResponse { get }
  /// The request as it was sent.
  var request: SentRequest { get }
}

extension Response: ResponseHead {}
extension TypedResponse: ResponseHead {}

extension ResponseHead {
  /// The status, with the reason phrase as received.
  public var status: HTTPResponse.Status { head.status }

  /// The header fields.
  public var headers: HTTPFields { head.headerFields }

  /// Returns a header field by its name, in any case; several are joined with commas.
  public func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { head.headerFields[$0] }
  }

  /// The entity tag in ETag (RFC 9110, section 8.8.3). One without quotes, which the RFC does not allow, is nil: send
  /// its text, `header("ETag")`, if the server expects it back.
  public var entityTag: EntityTag? { head.headerFields.single(.eTag).flatMap(EntityTag.init) }

  /// The date in Last-Modified, to the second (RFC 9110, section 8.8.2).
  public var lastModified: Date? { head.headerFields.single(.lastModified).flatMap { HTTPDate.date($0) } }

  /// Which part the body is, in Content-Range; of a 416, how long the whole is.
  public var contentRange: ContentRange? {
    head.headerFields.single(.contentRange).flatMap { ContentRange($0) }
  }

  /// The URL in Location (RFC 9110, section 10.2.2), as of ``url(in:)``.
  public var location: URL? { url(head.headerFields.single(.location)) }

  /// Returns the URL in a header field, by its name in any case, resolved as by ``url(_:)``; nil if it is missing,
  /// invalid, or repeated with another value.
  ///
  /// ```swift
  /// let response = try await client.response(to: StartExport())
  /// if let url = response.url(in: "Operation-Location") {
  ///   let status = try await client.send(
  ///     Resource(Status.self, Request(.get, url: url)))
  /// }
  /// ```
  ///
  /// The client's header fields and credentials go along only to the origin of its base URL.
  public func url(in field: String) -> URL? {
    HTTPField.Name(field).flatMap { url(head.headerFields.single($0)) }
  }

  /// Resolves a reference, such as one from the body, against the URL of the request as it was sent (RFC 3986, section
  /// 5), without inheriting its fragment; nil for nil, an empty text and an invalid reference.
  public func url(_ reference: String?) -> URL? {
    guard let reference, !reference.utf8.trimmingFieldWhitespace.isEmpty else { return nil }
    return request.base?.url(reference)
  }

  /// The links in Link, resolved against the URL of the request as it was sent (RFC 8288); the first 200 of each field.
  public var links: [Response.Link] {
    guard let base = request.base else { return [] }
    return head.headerFields.filter { $0.name == linkName }.flatMap { field in
      Response.Link.all(in: field.value, limit: 200, of: request) { base.url($0) }
    }
  }

  /// Returns the target of the first link with this relation, in any case; not one whose `anchor` is another resource
  /// (RFC 8288, section 3.2).
  public func link(_ relation: String) -> URL? {
    let relation = relation.lowercased()
    return links.first { isLink($0.relations, $0.parameters, to: relation) }?.target
  }

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
    return parameters["anchor"].map { request.base?.isReached(by: $0) ?? false } ?? true
  }

  /// When the request may be sent again: a number of milliseconds in `retry-after-ms`, `x-ms-retry-after-ms` or
  /// `x-amz-retry-after`, the first that is valid, or else the value of Retry-After (RFC 9110, section 10.2.3).
  public var retryAfter: RetryAfter? { head.headerFields.retryAfter }

  /// The challenges in WWW-Authenticate (RFC 9110, section 11.6.1); at most 50.
  public var challenges: [Response.Challenge] { Response.Challenge.all(in: head, of: request) }

  /// The first of ``rateLimits``.
  public var rateLimit: RateLimit? { rateLimits.first }

  /// The quotas that the response reports, at most 50; see ``RateLimit``.
  ///
  /// Those of `RateLimit` come first, then of `RateLimit-Remaining`, `X-RateLimit-Remaining` and
  /// `X-Rate-Limit-Remaining`, then the others in the order of their fields.
  public var rateLimits: [RateLimit] { RateLimit.all(in: head.headerFields) }
}

private let linkName = HTTPField.Name("Link")

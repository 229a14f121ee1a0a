public import Repartee

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type per status: what was published at once (200), a place in the queue (202), or where it is already (303).
public struct Publish: Endpoint {
  /// When it is to be published.
  public enum Moment: Sendable {
    case now, tonight, again
  }

  /// What became of it.
  public enum Publication: Hashable, Sendable {
    case published(Slideshow)
    case queued
    case elsewhere(URL?)
  }

  public var slideshow: Slideshow
  public var moment: Moment

  public init(_ slideshow: Slideshow, _ moment: Moment) {
    self.slideshow = slideshow
    self.moment = moment
  }

  public var request: Request {
    switch moment {
    case .now: .post("/anything/slideshows", body: .json(slideshow))
    case .tonight: .post("/status/202", body: .json(slideshow))
    case .again: .post("/redirect-to", query: ["url": "/slideshows/7", "status_code": 303])
    }
  }

  public static let responses: ResponseMap<Publication, Never> = [
    .code(200, .decode(Echo.self) { .published($0.json) }),
    .code(202, .value(.queued)),
    .code(303, .value { .elsewhere($0.location) }),
  ]

  /// httpbin sends back what it got.
  private struct Echo: Decodable {
    var json: Slideshow
  }
}

/// A type per status once more: nothing has changed (304) since the version that one has, or there is news.
public struct CheckForNews: Endpoint {
  public enum News: Hashable, Sendable {
    case unchanged
    case fresh(version: String?)
  }

  public var known: String?
  public var latest: String

  public init(known: String?, latest: String) {
    self.known = known
    self.latest = latest
  }

  public var request: Request {
    .get("/etag/\(latest)", headers: ["If-None-Match": known.map { "\"\($0)\"" }])
  }

  public static let responses: ResponseMap<News, Never> = [
    .code(200, .decode { (_: EmptyResponse, response) in .fresh(version: response.headers[.eTag]) }),
    .code(304, .value(.unchanged)),
  ]
}

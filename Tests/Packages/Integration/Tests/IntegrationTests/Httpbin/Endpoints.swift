import Foundation
import Repartee

// Slide shows, as httpbin serves one at /json. It also has paths that respond with what one asks for, such as
// /status/404: they stand for responses that a real API sends now and then.

struct Slideshow: Codable, Hashable {
  var title: String
  var author: String
  var slides: [Slide]
}

struct Slide: Codable, Hashable {
  var title: String
  var items: [String]?
}

struct GetSlideshow: Endpoint {
  var request: Request { .get("/json") }

  static let responses: ResponseMap<Slideshow, Never> = [.code(200, .decode(at: "slideshow"))]
}

struct FindSlideshow: Endpoint {
  var id: Int

  var request: Request { .get("/status/\(id)") }

  static let responses: ResponseMap<Slideshow?, Never> = [.code(200, .decode), .code(404, .value(nil))]
}

/// Expects more than the server gives: its first slide has no items.
struct GetOutline: Endpoint {
  struct Output: Decodable {
    struct Heading: Decodable {
      var title: String
      var items: [String]
    }
    var slides: [Heading]
  }

  var request: Request { .get("/json") }

  static let responses: ResponseMap<Output, Never> = [.code(200, .decode(at: "slideshow"))]
}

struct MeasureSlideshow: Endpoint {
  var request: Request { .head("/json") }

  static let responses: ResponseMap<Int, Never> = [
    .code(
      200,
      .value { response in
        guard let length = response.header("Content-Length").flatMap({ Int($0) }) else {
          throw BodyDecodingError(message: "there is no Content-Length")
        }
        return length
      })
  ]
}

struct DeleteDraft: Endpoint {
  var request: Request { .delete("/status/204") }

  static let responses: ResponseMap<Void, Never> = [.code(204, .noContent(.validatedEmpty))]
}

/// The server says 405, in HTML.
struct DeleteSlideshow: Endpoint {
  var request: Request { .delete("/json") }
  static let responses: ResponseMap<Void, Never> = .anySuccess
}

/// A type per status.
struct Publish: Endpoint {
  enum Moment {
    case now, tonight
  }

  enum Publication: Hashable {
    case published(Slideshow)
    case queued
  }

  var slideshow: Slideshow
  var moment: Moment

  init(_ slideshow: Slideshow, _ moment: Moment) {
    self.slideshow = slideshow
    self.moment = moment
  }

  var request: Request {
    .post(moment == .now ? "/anything/slideshows" : "/status/202", body: .json(slideshow))
  }

  static let responses: ResponseMap<Publication, Never> = [
    .code(200, .decode(.at("json"), as: Publication.published)),
    .code(202, .value(.queued)),
  ]
}

struct CheckForNews: Endpoint {
  enum News: Hashable {
    case unchanged
    case fresh(version: String?)
  }

  var known: String?
  var latest: String

  var request: Request {
    .get("/etag/\(latest)", headers: ["If-None-Match": known.map { "\"\($0)\"" }])
  }

  static let responses: ResponseMap<News, Never> = [
    .code(200, .decode { (_: EmptyResponse, response) in .fresh(version: response.headers[.eTag]) }),
    .code(304, .value(.unchanged)),
  ]
}

struct GetRobots: Endpoint {
  var request: Request { .get("/robots.txt") }
  static let responses: ResponseMap<String, Never> = .anySuccess
}

struct GetBytes: Endpoint {
  var count: Int

  var request: Request { .get("/bytes/\(count)") }
  static let responses: ResponseMap<Data, Never> = .anySuccess
}

struct GetPicture: Endpoint {
  enum Refusal: Error {
    case unsupported(offered: [String])
  }

  var format: String

  var request: Request { .get("/image", headers: ["Accept": format]) }

  static let responses: ResponseMap<Data, Refusal> = [
    .code(200, .decode),
    .code(406, .decodeError(.at("accept"), as: Refusal.unsupported)),
  ]
}

/// What every endpoint may refuse with.
enum APIFailure: Error {
  case signedOut
  case unavailable

  static let responses: ResponseMap<Never, APIFailure> = [
    .code(401, .error(.signedOut)),
    .serverError(.error(.unavailable)),
  ]
}

struct GetAccount: Endpoint {
  struct Output: Decodable {
    var authenticated: Bool
  }

  var token: String?

  var request: Request { .get("/bearer", headers: ["Authorization": token.map { "Bearer \($0)" }]) }

  static let responses: ResponseMap<Output, APIFailure> = [
    .code(200, .decode),
    .including(APIFailure.responses),
  ]
}

/// 200 with an error in it.
struct Pay: Endpoint {
  enum Card {
    case good, declined, overloaded
  }

  struct Receipt {
    var number: String
  }

  enum Refusal: Error {
    case declined(reason: String)
    case api(APIFailure)
  }

  private struct Envelope: Decodable {
    var receipt: String?
    var error: String?

    var result: Result<Receipt, Refusal> {
      receipt.map { .success(Receipt(number: $0)) } ?? .failure(.declined(reason: error ?? ""))
    }
  }

  var card: Card

  init(with card: Card) { self.card = card }

  var request: Request {
    switch card {
    case .good: .post("/response-headers", query: ["receipt": "R-1001"])
    case .declined: .post("/response-headers", query: ["error": "insufficient funds"])
    case .overloaded: .post("/status/503")
    }
  }

  static let responses: ResponseMap<Receipt, Refusal> = [
    .code(200, .decode(Envelope.self, result: \.result)),
    .including(APIFailure.responses) { .api($0) },
  ]
}

struct GetReport: Endpoint {
  var seconds: Int
  var timeout: Duration

  init(after seconds: Int, timeout: Duration) {
    self.seconds = seconds
    self.timeout = timeout
  }

  var request: Request { .get("/delay/\(seconds)", timeout: timeout) }
  static let responses: ResponseMap<EmptyResponse, Never> = .anySuccess
}

/// A request to a full URL, wherever it leads.
struct FollowLink: Endpoint {
  var url: String

  init(to url: String) { self.url = url }

  var request: Request { Request(.get, url: url) }
  static let responses: ResponseMap<String, Never> = .anySuccess
}

public import Repartee

// Slide shows, as httpbin serves one at /json. It also has paths that answer with a status one asks for, such as
// /status/404: the tour uses them for answers that a real API gives now and then.

/// A slide show.
public struct Slideshow: Codable, Hashable, Sendable {
  public var title: String
  public var author: String
  public var slides: [Slide]

  public init(title: String, author: String, slides: [Slide]) {
    self.title = title
    self.author = author
    self.slides = slides
  }
}

/// A page of a slide show. Its first one usually has no items.
public struct Slide: Codable, Hashable, Sendable {
  public var title: String
  public var items: [String]?

  public init(title: String, items: [String]? = nil) {
    self.title = title
    self.items = items
  }
}

/// What `/json` wraps around the slide show.
struct SlideshowEnvelope<Show: Decodable>: Decodable {
  var slideshow: Show
}

/// The plainest endpoint: one status, one body.
public struct GetSlideshow: Endpoint {
  public init() {}

  public var request: Request { .get("/json") }

  public static let responses: ResponseMap<Slideshow, Never> = [
    .code(200, .decode(SlideshowEnvelope<Slideshow>.self) { $0.slideshow })
  ]
}

/// Not every slide show is there, and that is no error: a 404 is the value nil.
public struct FindSlideshow: Endpoint {
  public var id: Int

  public init(id: Int) { self.id = id }

  public var request: Request { .get("/status/\(id)") }

  public static let responses: ResponseMap<Slideshow?, Never> = [
    .code(200, .decode),
    .code(404, .value(nil)),
  ]
}

/// How many bytes a slide show has, asked with HEAD: the answer is in a header field.
public struct MeasureSlideshow: Endpoint {
  public init() {}

  public var request: Request { .head("/json") }

  public static let responses: ResponseMap<Int, Never> = [
    .code(
      200,
      Outcome { response, _ in
        guard let length = response.headers[.contentLength].flatMap({ Int($0) }) else {
          throw DecodingFailure(message: "there is no Content-Length")
        }
        return .success(length)
      })
  ]
}

/// A success that says nothing. The output is `Void`, and a body would be a failure.
public struct DeleteDraft: Endpoint {
  public init() {}

  public var request: Request { .delete("/status/204") }

  public static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent(.validatedEmpty))
  ]
}

/// Declares no answers at all: any 2xx is success, everything else is `.undeclared`, with its whole body. The
/// server doesn't allow it, and says so in HTML.
public struct DeleteSlideshow: Endpoint {
  public typealias Output = Void

  public init() {}

  public var request: Request { .delete("/json") }
}

/// Expects more than the API gives: here every slide has to have items, and the server's first one has none.
public struct GetOutline: Endpoint {
  public struct Outline: Decodable, Sendable {
    public struct Heading: Decodable, Sendable {
      public var title: String
      public var items: [String]
    }
    public var slides: [Heading]
  }

  public init() {}

  public var request: Request { .get("/json") }

  public static let responses: ResponseMap<Outline, Never> = [
    .code(200, .decode(SlideshowEnvelope<Outline>.self) { $0.slideshow })
  ]
}

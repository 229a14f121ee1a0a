public import Repartee

// Slide shows, as httpbin serves one at /json. It also has paths that respond with the status one asks for, such as
// /status/404: the tour uses them for responses that a real API sends now and then.

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

/// One status, one body. The slide show is under a key of it, and nothing else is decoded.
public struct GetSlideshow: Endpoint {
  public init() {}

  public var request: Request { .get("/json") }

  public static let responses: ResponseMap<Slideshow, Never> = [
    .code(200, .decode(at: "slideshow"))
  ]
}

/// Several places of one body, in one pass, as a tuple: a title, the second slide, and an editor, who is not there.
public struct GetHighlights: Endpoint {
  public typealias Output = (title: String, best: Slide, editor: String?)

  public init() {}

  public var request: Request { .get("/json") }

  public static let responses: ResponseMap<Output, Never> = [
    .code(
      200,
      .decode(.at("slideshow", "title"), .at("slideshow", "slides", 1), .at("slideshow", "editor")) {
        (title: $0, best: $1, editor: $2)
      })
  ]
}

/// One slide that does not fit does not fail the show: it is dropped, and the reason is kept.
public struct GetOverviews: Endpoint {
  public struct Overview: Decodable, Sendable {
    public var title: String
    public var items: [String]
  }

  public init() {}

  public var request: Request { .get("/json") }

  public static let responses: ResponseMap<LossyArray<Overview>, Never> = [
    .code(200, .decode(at: "slideshow", "slides"))
  ]
}

/// By content type within one status: JSON, XML or HTML, each with an outcome of its own.
public struct Export: Endpoint {
  public enum Format: String, Sendable {
    case json, xml, html
  }

  public enum File: Sendable {
    case show(Slideshow)
    case markup(String)
    case page(String)
  }

  public var format: Format

  public init(as format: Format) { self.format = format }

  public var request: Request { .get("/\(format.rawValue)") }

  public static let responses: ResponseMap<File, Never> = [
    .code(200, .decode(.at("slideshow"), as: File.show).when("application/json")),
    .code(200, .decode(String.self) { .markup($0) }.when("application/xml")),
    .code(200, .decode(String.self) { .page($0) }.when("text/html")),
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

/// How many bytes a slide show has, asked with HEAD: the length is in a header field.
public struct MeasureSlideshow: Endpoint {
  public init() {}

  public var request: Request { .head("/json") }

  public static let responses: ResponseMap<Int, Never> = [
    .code(
      200,
      .value { response in
        guard let length = response.header("Content-Length").flatMap({ Int($0) }) else {
          throw DecodingFailure(message: "there is no Content-Length")
        }
        return length
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

/// Declares no responses at all: any 2xx is success, everything else is `.undeclared`, with its whole body. The
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
    .code(200, .decode(at: "slideshow"))
  ]
}

/// What the server lets a client keep for a minute: with a cache it is asked once.
public struct GetProgram: Endpoint {
  public struct Program: Decodable, Hashable, Sendable {
    public var args: [String: String]
  }

  public typealias Output = Program

  public init() {}

  public var request: Request { .get("/cache/60") }
}

import Foundation
import Repartee

struct SearchArticles: PagedEndpoint {
  var text: String

  var request: Request { .get("/articles", query: ["search": text]) }
  static let responses: ResponseMap<HeadlinePage, Never> = .anySuccess

  func items(of page: HeadlinePage) -> [Headline] { page.headlines }
  func next(after page: PageResponse<HeadlinePage>) -> Cursor? {
    .query("cursor", page.value.next)
  }
}

struct GetArticle: Endpoint {
  enum Failure: Error { case removed }

  var id: Int

  var request: Request { .get("/articles/\(id)") }

  static let responses: ResponseMap<Version, Failure> = [
    .code(200, .version),
    .code(404, .error(.removed)),
  ]
}

struct EditArticle: Endpoint {
  enum Failure: Error {
    /// A message for each field that the server refuses.
    case invalid([String: String])
    case changedMeanwhile
  }

  var article: Article
  var tag: EntityTag

  var request: Request {
    .put("/articles/\(article.id)", headers: ["If-Match": tag], body: .json(article))
  }

  static let responses: ResponseMap<Version, Failure> = [
    .code(200, .version),
    .code(412, .error(.changedMeanwhile)),
    .code(422, .decodeError([String: String].self, at: "errors") { .invalid($0) }),
  ]
}

struct UploadPhoto: Endpoint {
  enum Failure: Error { case tooLarge, notAnImage }

  var article: Int
  var photo: Request.Body

  var request: Request { .put("/articles/\(article)/photo", body: photo) }

  static let responses: ResponseMap<Void, Failure> = [
    .success(.noContent),
    .code(413, .error(.tooLarge)),
    .code(415, .error(.notAnImage)),
  ]
}

struct FollowChanges: Endpoint {
  var request: Request { .get("/changes") }

  static let responses: ResponseMap<ResponseStream<Change, Never>, Never> = [
    .code(200, .stream(.serverSentEvents(of: Change.self, reconnecting: .after(.seconds(1)))))
  ]
}

import Foundation
import Repartee

struct Note: Decodable, Keyed, Hashable, Sendable {
  enum Color: String, Sendable { case yellow, blue }

  static let key = "data"

  var id: String
  var lastModified: Date
  var text: String
  var color: OpenEnum<Color>
}

struct GetNote: Endpoint {
  enum Found: Hashable, Sendable {
    case current(Note, tag: EntityTag?)
    case unchanged
  }

  var bucket: String
  var id: String
  var known: EntityTag?

  var request: Request {
    .get(
      "/buckets/\(bucket)/collections/notes/records/\(id)", headers: ["If-None-Match": known?.description])
  }

  static let responses: ResponseMap<Found, KintoFailure> = [
    .code(200, .decode { (body: Envelope<Note>, response) in .current(body.data, tag: response.entityTag) }),
    .code(304, .value(.unchanged)),
    .including(KintoFailure.responses),
  ]
}

struct SaveNote: Endpoint {
  enum Condition: Sendable {
    case absent
    case unmodified(EntityTag)
  }

  enum Saved: Hashable, Sendable {
    case created(Note)
    case replaced(Note)

    var note: Note {
      switch self {
      case .created(let note), .replaced(let note): note
      }
    }
  }

  enum Refusal: Error, Hashable {
    /// The condition does not hold; the note as it is now, if there is one.
    case modified(Note?)
    case kinto(KintoFailure)
  }

  var bucket: String
  var id: String
  var text: String
  var color = "yellow"
  var condition: Condition?

  var request: Request {
    var request = Request.put(
      "/buckets/\(bucket)/collections/notes/records/\(id)",
      body: .json(["data": ["text": text, "color": color]]))
    switch condition {
    case .absent: request.headers[.ifNoneMatch] = "*"
    case .unmodified(let tag): request.headers[.ifMatch] = tag.description
    case nil: break
    }
    return request
  }

  static let responses: ResponseMap<Saved, Refusal> = [
    .code(200, .decode(.single, as: Saved.replaced)),
    .code(201, .decode(.single, as: Saved.created)),
    .code(412, .decodeError(.at("details", "existing"), as: Refusal.modified)),
    .including(KintoFailure.responses) { .kinto($0) },
  ]
}

/// The notes. A collection takes any object: what is no note does not cost the page.
struct ListNotes: PagedEndpoint {
  struct Page: Sendable {
    var notes: LossyArray<Note>
    var tag: EntityTag?
    var lastModified: Date?
  }

  var bucket: String
  var limit: Int?

  var request: Request {
    .get("/buckets/\(bucket)/collections/notes/records", query: ["_limit": limit, "_sort": "text"])
  }

  func items(of page: Page) -> [Note] { Array(page.notes) }
  func next(after page: PageResponse<Page>) throws(RequestError) -> Cursor? {
    try .field("Next-Page", of: page)
  }

  static let responses: ResponseMap<Page, KintoFailure> = [
    .code(
      200,
      .decode { (body: Envelope<LossyArray<Note>>, response) in
        Page(notes: body.data, tag: response.entityTag, lastModified: response.lastModified)
      }),
    .including(KintoFailure.responses),
  ]
}

/// A response to HEAD has no body, so that a refusal is its status alone.
struct CountNotes: Endpoint {
  var bucket: String

  var request: Request { .head("/buckets/\(bucket)/collections/notes/records") }

  static let responses: ResponseMap<Int, Never> = [
    .code(
      200,
      .value { response in
        guard let total = response.header("Total-Records").flatMap({ Int($0) }) else {
          throw BodyDecodingError(message: "there is no Total-Records")
        }
        return total
      })
  ]
}

/// What is left of a note.
struct Tombstone: Decodable, Hashable, Sendable {
  var id: String
  var lastModified: Date
  var deleted: Bool
}

struct DeleteNote: Endpoint {
  var bucket: String
  var id: String

  var request: Request { .delete("/buckets/\(bucket)/collections/notes/records/\(id)") }

  static let responses: ResponseMap<Tombstone, KintoFailure> = [
    .code(200, .decode(at: "data")),
    .including(KintoFailure.responses),
  ]
}

/// Deletes all notes of a color.
struct DeleteNotes: Endpoint {
  var bucket: String
  var color: Note.Color

  var request: Request {
    .delete("/buckets/\(bucket)/collections/notes/records", query: ["color": color.rawValue])
  }

  static let responses: ResponseMap<[Tombstone], KintoFailure> = [
    .code(200, .decode(at: "data")),
    .including(KintoFailure.responses),
  ]
}

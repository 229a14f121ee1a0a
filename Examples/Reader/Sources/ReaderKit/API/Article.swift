import Foundation
import Repartee

public nonisolated struct Article: Codable, Sendable, Identifiable, Equatable {
  public var id: Int
  public var title: String
  public var text: String

  public init(id: Int, title: String, text: String) {
    self.id = id
    self.title = title
    self.text = text
  }
}

/// An article in a list.
public nonisolated struct Headline: Codable, Sendable, Identifiable, Equatable {
  public var id: Int
  public var title: String

  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

nonisolated struct HeadlinePage: Codable, Sendable {
  var headlines: [Headline]
  var next: String?
}

/// An article as the server has it. A change names its tag.
nonisolated struct Version: Sendable {
  var article: Article
  var tag: EntityTag
}

nonisolated extension Outcome where Output == Version {
  static var version: Outcome {
    Outcome { response, decoder in
      guard let tag = response.entityTag else { throw BodyDecodingError(message: "there is no ETag") }
      return .success(Version(article: try response.decode(Article.self, with: decoder), tag: tag))
    }
  }
}

/// An event of the server.
nonisolated enum Change: Codable, Sendable, Equatable {
  case added(Headline)
  case removed(id: Int)

  private enum CodingKeys: String, CodingKey { case added, removed }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let headline = try fields.decodeIfPresent(Headline.self, forKey: .added) {
      self = .added(headline)
    } else {
      self = .removed(id: try fields.decode(Int.self, forKey: .removed))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .added(let headline): try fields.encode(headline, forKey: .added)
    case .removed(let id): try fields.encode(id, forKey: .removed)
    }
  }
}

/// A part of twitter.json under `.snakeCase`, as most models are: fewer keys than the text has.
struct SnakeTwitter: Codable, Equatable {
  struct Status: Codable, Equatable {
    var createdAt: String
    var idStr: String
    var text: String
    var retweetCount: Int
    var inReplyToScreenName: String?
    var user: User
  }

  struct User: Codable, Equatable {
    var idStr: String
    var screenName: String
    var followersCount: Int
    var profileImageUrlHttps: String
    var defaultProfile: Bool
  }

  var statuses: [Status]
}

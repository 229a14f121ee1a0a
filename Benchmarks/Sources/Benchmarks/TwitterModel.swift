/// All of twitter.json but what is null throughout.
struct Twitter: Codable, Equatable {
  var statuses: [Status]
  var searchMetadata: SearchMetadata

  enum CodingKeys: String, CodingKey {
    case statuses
    case searchMetadata = "search_metadata"
  }
}

struct SearchMetadata: Codable, Equatable {
  var completed_in: Double
  var max_id: Int
  var max_id_str: String
  var next_results: String
  var query: String
  var refresh_url: String
  var count: Int
  var since_id: Int
  var since_id_str: String
}

final class Status: Codable {
  struct Metadata: Codable, Equatable {
    var result_type: String
    var iso_language_code: String
  }

  let metadata: Metadata
  let created_at: String
  let id: Int
  let id_str: String
  let text: String
  let source: String
  let truncated: Bool
  let in_reply_to_status_id: Int?
  let in_reply_to_status_id_str: String?
  let in_reply_to_user_id: Int?
  let in_reply_to_user_id_str: String?
  let in_reply_to_screen_name: String?
  let user: TwitterUser
  let retweeted_status: Status?
  let retweet_count: Int
  let favorite_count: Int
  let entities: Entities
  let favorited: Bool
  let retweeted: Bool
  let possibly_sensitive: Bool?
  let lang: String
}

extension Status: Equatable {
  static func == (one: Status, other: Status) -> Bool {
    one.id == other.id && one.text == other.text && one.user == other.user && one.entities == other.entities
      && one.retweeted_status == other.retweeted_status && one.source == other.source
  }
}

struct TwitterUser: Codable, Equatable {
  struct UserEntities: Codable, Equatable {
    var url: Links?
    var description: Links
  }

  struct Links: Codable, Equatable {
    var urls: [Link]
  }

  var id: Int
  var id_str: String
  var name: String
  var screen_name: String
  var location: String
  var description: String
  var url: String?
  var entities: UserEntities
  var protected: Bool
  var followers_count: Int
  var friends_count: Int
  var listed_count: Int
  var created_at: String
  var favourites_count: Int
  var utc_offset: Int?
  var time_zone: String?
  var geo_enabled: Bool
  var verified: Bool
  var statuses_count: Int
  var lang: String
  var contributors_enabled: Bool
  var is_translator: Bool
  var is_translation_enabled: Bool
  var profile_background_color: String
  var profile_background_image_url: String
  var profile_background_image_url_https: String
  var profile_background_tile: Bool
  var profile_image_url: String
  var profile_image_url_https: String
  var profile_banner_url: String?
  var profile_link_color: String
  var profile_sidebar_border_color: String
  var profile_sidebar_fill_color: String
  var profile_text_color: String
  var profile_use_background_image: Bool
  var default_profile: Bool
  var default_profile_image: Bool
  var following: Bool
  var follow_request_sent: Bool
  var notifications: Bool
}

struct Link: Codable, Equatable {
  var url: String
  var expanded_url: String
  var display_url: String
  var indices: [Int]
}

struct Entities: Codable, Equatable {
  struct Hashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
  }

  struct Mention: Codable, Equatable {
    var screen_name: String
    var name: String
    var id: Int
    var id_str: String
    var indices: [Int]
  }

  struct Size: Codable, Equatable {
    var w: Int
    var h: Int
    var resize: String
  }

  struct Sizes: Codable, Equatable {
    var medium: Size
    var small: Size
    var thumb: Size
    var large: Size
  }

  struct Media: Codable, Equatable {
    var id: Int
    var id_str: String
    var indices: [Int]
    var media_url: String
    var media_url_https: String
    var url: String
    var display_url: String
    var expanded_url: String
    var type: String
    var sizes: Sizes
    var source_status_id: Int?
    var source_status_id_str: String?
  }

  var hashtags: [Hashtag]
  var urls: [Link]
  var user_mentions: [Mention]
  var media: [Media]?
}

import Foundation
import ReparteeJSON

/// `twitter.json`, as models that read and write themselves.
extension Direct {
  struct Twitter: JSONDecodable, JSONEncodable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
    }

    func write(to json: inout JSONWriter) throws {
      try json.write(statuses, forKey: "statuses")
      try json.write(searchMetadata, forKey: "search_metadata")
    }
  }
  struct SearchMetadata: JSONDecodable, JSONEncodable {
    let completed_in: Double
    let max_id: Int
    let max_id_str: String
    let next_results: String
    let query: String
    let refresh_url: String
    let count: Int
    let since_id: Int
    let since_id_str: String

    func write(to json: inout JSONWriter) throws {
      try json.write(completed_in, forKey: "completed_in")
      try json.write(max_id, forKey: "max_id")
      try json.write(max_id_str, forKey: "max_id_str")
      try json.write(next_results, forKey: "next_results")
      try json.write(query, forKey: "query")
      try json.write(refresh_url, forKey: "refresh_url")
      try json.write(count, forKey: "count")
      try json.write(since_id, forKey: "since_id")
      try json.write(since_id_str, forKey: "since_id_str")
    }
  }
  final class Status: JSONDecodable, JSONEncodable {
    struct Metadata: JSONDecodable, JSONEncodable {
      let result_type: String
      let iso_language_code: String

      func write(to json: inout JSONWriter) throws {
        try json.write(result_type, forKey: "result_type")
        try json.write(iso_language_code, forKey: "iso_language_code")
      }
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

    init(json: JSONReader) throws {
      metadata = try json["metadata"]
      created_at = try json["created_at"]
      id = try json["id"]
      id_str = try json["id_str"]
      text = try json["text"]
      source = try json["source"]
      truncated = try json["truncated"]
      in_reply_to_status_id = try json["in_reply_to_status_id"]
      in_reply_to_status_id_str = try json["in_reply_to_status_id_str"]
      in_reply_to_user_id = try json["in_reply_to_user_id"]
      in_reply_to_user_id_str = try json["in_reply_to_user_id_str"]
      in_reply_to_screen_name = try json["in_reply_to_screen_name"]
      user = try json["user"]
      retweeted_status = try json["retweeted_status"]
      retweet_count = try json["retweet_count"]
      favorite_count = try json["favorite_count"]
      entities = try json["entities"]
      favorited = try json["favorited"]
      retweeted = try json["retweeted"]
      possibly_sensitive = try json["possibly_sensitive"]
      lang = try json["lang"]
    }

    func write(to json: inout JSONWriter) throws {
      try json.write(metadata, forKey: "metadata")
      try json.write(created_at, forKey: "created_at")
      try json.write(id, forKey: "id")
      try json.write(id_str, forKey: "id_str")
      try json.write(text, forKey: "text")
      try json.write(source, forKey: "source")
      try json.write(truncated, forKey: "truncated")
      try json.write(in_reply_to_status_id, forKey: "in_reply_to_status_id")
      try json.write(in_reply_to_status_id_str, forKey: "in_reply_to_status_id_str")
      try json.write(in_reply_to_user_id, forKey: "in_reply_to_user_id")
      try json.write(in_reply_to_user_id_str, forKey: "in_reply_to_user_id_str")
      try json.write(in_reply_to_screen_name, forKey: "in_reply_to_screen_name")
      try json.write(user, forKey: "user")
      try json.write(retweeted_status, forKey: "retweeted_status")
      try json.write(retweet_count, forKey: "retweet_count")
      try json.write(favorite_count, forKey: "favorite_count")
      try json.write(entities, forKey: "entities")
      try json.write(favorited, forKey: "favorited")
      try json.write(retweeted, forKey: "retweeted")
      try json.write(possibly_sensitive, forKey: "possibly_sensitive")
      try json.write(lang, forKey: "lang")
    }
  }
  struct TwitterUser: JSONDecodable, JSONEncodable {
    struct UserEntities: JSONDecodable, JSONEncodable {
      let url: Links?
      let description: Links

      func write(to json: inout JSONWriter) throws {
        try json.write(url, forKey: "url")
        try json.write(description, forKey: "description")
      }
    }

    struct Links: JSONDecodable, JSONEncodable {
      let urls: [Link]

      func write(to json: inout JSONWriter) throws {
        try json.write(urls, forKey: "urls")
      }
    }

    let id: Int
    let id_str: String
    let name: String
    let screen_name: String
    let location: String
    let description: String
    let url: String?
    let entities: UserEntities
    let protected: Bool
    let followers_count: Int
    let friends_count: Int
    let listed_count: Int
    let created_at: String
    let favourites_count: Int
    let utc_offset: Int?
    let time_zone: String?
    let geo_enabled: Bool
    let verified: Bool
    let statuses_count: Int
    let lang: String
    let contributors_enabled: Bool
    let is_translator: Bool
    let is_translation_enabled: Bool
    let profile_background_color: String
    let profile_background_image_url: String
    let profile_background_image_url_https: String
    let profile_background_tile: Bool
    let profile_image_url: String
    let profile_image_url_https: String
    let profile_banner_url: String?
    let profile_link_color: String
    let profile_sidebar_border_color: String
    let profile_sidebar_fill_color: String
    let profile_text_color: String
    let profile_use_background_image: Bool
    let default_profile: Bool
    let default_profile_image: Bool
    let following: Bool
    let follow_request_sent: Bool
    let notifications: Bool

    func write(to json: inout JSONWriter) throws {
      try json.write(id, forKey: "id")
      try json.write(id_str, forKey: "id_str")
      try json.write(name, forKey: "name")
      try json.write(screen_name, forKey: "screen_name")
      try json.write(location, forKey: "location")
      try json.write(description, forKey: "description")
      try json.write(url, forKey: "url")
      try json.write(entities, forKey: "entities")
      try json.write(protected, forKey: "protected")
      try json.write(followers_count, forKey: "followers_count")
      try json.write(friends_count, forKey: "friends_count")
      try json.write(listed_count, forKey: "listed_count")
      try json.write(created_at, forKey: "created_at")
      try json.write(favourites_count, forKey: "favourites_count")
      try json.write(utc_offset, forKey: "utc_offset")
      try json.write(time_zone, forKey: "time_zone")
      try json.write(geo_enabled, forKey: "geo_enabled")
      try json.write(verified, forKey: "verified")
      try json.write(statuses_count, forKey: "statuses_count")
      try json.write(lang, forKey: "lang")
      try json.write(contributors_enabled, forKey: "contributors_enabled")
      try json.write(is_translator, forKey: "is_translator")
      try json.write(is_translation_enabled, forKey: "is_translation_enabled")
      try json.write(profile_background_color, forKey: "profile_background_color")
      try json.write(profile_background_image_url, forKey: "profile_background_image_url")
      try json.write(profile_background_image_url_https, forKey: "profile_background_image_url_https")
      try json.write(profile_background_tile, forKey: "profile_background_tile")
      try json.write(profile_image_url, forKey: "profile_image_url")
      try json.write(profile_image_url_https, forKey: "profile_image_url_https")
      try json.write(profile_banner_url, forKey: "profile_banner_url")
      try json.write(profile_link_color, forKey: "profile_link_color")
      try json.write(profile_sidebar_border_color, forKey: "profile_sidebar_border_color")
      try json.write(profile_sidebar_fill_color, forKey: "profile_sidebar_fill_color")
      try json.write(profile_text_color, forKey: "profile_text_color")
      try json.write(profile_use_background_image, forKey: "profile_use_background_image")
      try json.write(default_profile, forKey: "default_profile")
      try json.write(default_profile_image, forKey: "default_profile_image")
      try json.write(following, forKey: "following")
      try json.write(follow_request_sent, forKey: "follow_request_sent")
      try json.write(notifications, forKey: "notifications")
    }
  }
  struct Link: JSONDecodable, JSONEncodable {
    let url: String
    let expanded_url: String
    let display_url: String
    let indices: [Int]

    func write(to json: inout JSONWriter) throws {
      try json.write(url, forKey: "url")
      try json.write(expanded_url, forKey: "expanded_url")
      try json.write(display_url, forKey: "display_url")
      try json.write(indices, forKey: "indices")
    }
  }
  struct Entities: JSONDecodable, JSONEncodable {
    struct Hashtag: JSONDecodable, JSONEncodable {
      let text: String
      let indices: [Int]

      func write(to json: inout JSONWriter) throws {
        try json.write(text, forKey: "text")
        try json.write(indices, forKey: "indices")
      }
    }

    struct Mention: JSONDecodable, JSONEncodable {
      let screen_name: String
      let name: String
      let id: Int
      let id_str: String
      let indices: [Int]

      func write(to json: inout JSONWriter) throws {
        try json.write(screen_name, forKey: "screen_name")
        try json.write(name, forKey: "name")
        try json.write(id, forKey: "id")
        try json.write(id_str, forKey: "id_str")
        try json.write(indices, forKey: "indices")
      }
    }

    struct Size: JSONDecodable, JSONEncodable {
      let w: Int
      let h: Int
      let resize: String

      func write(to json: inout JSONWriter) throws {
        try json.write(w, forKey: "w")
        try json.write(h, forKey: "h")
        try json.write(resize, forKey: "resize")
      }
    }

    struct Sizes: JSONDecodable, JSONEncodable {
      let medium: Size
      let small: Size
      let thumb: Size
      let large: Size

      func write(to json: inout JSONWriter) throws {
        try json.write(medium, forKey: "medium")
        try json.write(small, forKey: "small")
        try json.write(thumb, forKey: "thumb")
        try json.write(large, forKey: "large")
      }
    }

    struct Media: JSONDecodable, JSONEncodable {
      let id: Int
      let id_str: String
      let indices: [Int]
      let media_url: String
      let media_url_https: String
      let url: String
      let display_url: String
      let expanded_url: String
      let type: String
      let sizes: Sizes
      let source_status_id: Int?
      let source_status_id_str: String?

      func write(to json: inout JSONWriter) throws {
        try json.write(id, forKey: "id")
        try json.write(id_str, forKey: "id_str")
        try json.write(indices, forKey: "indices")
        try json.write(media_url, forKey: "media_url")
        try json.write(media_url_https, forKey: "media_url_https")
        try json.write(url, forKey: "url")
        try json.write(display_url, forKey: "display_url")
        try json.write(expanded_url, forKey: "expanded_url")
        try json.write(type, forKey: "type")
        try json.write(sizes, forKey: "sizes")
        try json.write(source_status_id, forKey: "source_status_id")
        try json.write(source_status_id_str, forKey: "source_status_id_str")
      }
    }

    let hashtags: [Hashtag]
    let urls: [Link]
    let user_mentions: [Mention]
    let media: [Media]?

    func write(to json: inout JSONWriter) throws {
      try json.write(hashtags, forKey: "hashtags")
      try json.write(urls, forKey: "urls")
      try json.write(user_mentions, forKey: "user_mentions")
      try json.write(media, forKey: "media")
    }
  }
}

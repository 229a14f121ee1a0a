import Foundation
import ReparteeJSON

/// The same models, which read themselves.
enum Direct {
  struct Address: JSONDecodable, Encodable {
    let street: String
    let city: String
    let zip: String

    init(json: JSONReader) throws {
      street = try json["street"]
      city = try json["city"]
      zip = try json["zip"]
    }
  }
  struct User: JSONDecodable, Encodable {
    let id: Int
    let login: String
    let name: String
    let email: String
    let active: Bool
    let score: Double
    let createdAt: Date
    let bio: String?
    let tags: [String]
    let addresses: [Address]

    init(json: JSONReader) throws {
      id = try json["id"]
      login = try json["login"]
      name = try json["name"]
      email = try json["email"]
      active = try json["active"]
      score = try json["score"]
      createdAt = try json["createdAt"]
      bio = try json["bio"]
      tags = try json["tags"]
      addresses = try json["addresses"]
    }
  }
  struct Twitter: JSONDecodable, Encodable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
    }

    init(json: JSONReader) throws {
      statuses = try json["statuses"]
      searchMetadata = try json["search_metadata"]
    }
  }
  struct SearchMetadata: JSONDecodable, Encodable {
    let completed_in: Double
    let max_id: Int
    let max_id_str: String
    let next_results: String
    let query: String
    let refresh_url: String
    let count: Int
    let since_id: Int
    let since_id_str: String

    init(json: JSONReader) throws {
      completed_in = try json["completed_in"]
      max_id = try json["max_id"]
      max_id_str = try json["max_id_str"]
      next_results = try json["next_results"]
      query = try json["query"]
      refresh_url = try json["refresh_url"]
      count = try json["count"]
      since_id = try json["since_id"]
      since_id_str = try json["since_id_str"]
    }
  }
  final class Status: JSONDecodable, Encodable {
    struct Metadata: JSONDecodable, Encodable {
      let result_type: String
      let iso_language_code: String

      init(json: JSONReader) throws {
        result_type = try json["result_type"]
        iso_language_code = try json["iso_language_code"]
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
  }
  struct TwitterUser: JSONDecodable, Encodable {
    struct UserEntities: JSONDecodable, Encodable {
      let url: Links?
      let description: Links

      init(json: JSONReader) throws {
        url = try json["url"]
        description = try json["description"]
      }
    }

    struct Links: JSONDecodable, Encodable {
      let urls: [Link]

      init(json: JSONReader) throws {
        urls = try json["urls"]
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

    init(json: JSONReader) throws {
      id = try json["id"]
      id_str = try json["id_str"]
      name = try json["name"]
      screen_name = try json["screen_name"]
      location = try json["location"]
      description = try json["description"]
      url = try json["url"]
      entities = try json["entities"]
      protected = try json["protected"]
      followers_count = try json["followers_count"]
      friends_count = try json["friends_count"]
      listed_count = try json["listed_count"]
      created_at = try json["created_at"]
      favourites_count = try json["favourites_count"]
      utc_offset = try json["utc_offset"]
      time_zone = try json["time_zone"]
      geo_enabled = try json["geo_enabled"]
      verified = try json["verified"]
      statuses_count = try json["statuses_count"]
      lang = try json["lang"]
      contributors_enabled = try json["contributors_enabled"]
      is_translator = try json["is_translator"]
      is_translation_enabled = try json["is_translation_enabled"]
      profile_background_color = try json["profile_background_color"]
      profile_background_image_url = try json["profile_background_image_url"]
      profile_background_image_url_https = try json["profile_background_image_url_https"]
      profile_background_tile = try json["profile_background_tile"]
      profile_image_url = try json["profile_image_url"]
      profile_image_url_https = try json["profile_image_url_https"]
      profile_banner_url = try json["profile_banner_url"]
      profile_link_color = try json["profile_link_color"]
      profile_sidebar_border_color = try json["profile_sidebar_border_color"]
      profile_sidebar_fill_color = try json["profile_sidebar_fill_color"]
      profile_text_color = try json["profile_text_color"]
      profile_use_background_image = try json["profile_use_background_image"]
      default_profile = try json["default_profile"]
      default_profile_image = try json["default_profile_image"]
      following = try json["following"]
      follow_request_sent = try json["follow_request_sent"]
      notifications = try json["notifications"]
    }
  }
  struct Link: JSONDecodable, Encodable {
    let url: String
    let expanded_url: String
    let display_url: String
    let indices: [Int]

    init(json: JSONReader) throws {
      url = try json["url"]
      expanded_url = try json["expanded_url"]
      display_url = try json["display_url"]
      indices = try json["indices"]
    }
  }
  struct Entities: JSONDecodable, Encodable {
    struct Hashtag: JSONDecodable, Encodable {
      let text: String
      let indices: [Int]

      init(json: JSONReader) throws {
        text = try json["text"]
        indices = try json["indices"]
      }
    }

    struct Mention: JSONDecodable, Encodable {
      let screen_name: String
      let name: String
      let id: Int
      let id_str: String
      let indices: [Int]

      init(json: JSONReader) throws {
        screen_name = try json["screen_name"]
        name = try json["name"]
        id = try json["id"]
        id_str = try json["id_str"]
        indices = try json["indices"]
      }
    }

    struct Size: JSONDecodable, Encodable {
      let w: Int
      let h: Int
      let resize: String

      init(json: JSONReader) throws {
        w = try json["w"]
        h = try json["h"]
        resize = try json["resize"]
      }
    }

    struct Sizes: JSONDecodable, Encodable {
      let medium: Size
      let small: Size
      let thumb: Size
      let large: Size

      init(json: JSONReader) throws {
        medium = try json["medium"]
        small = try json["small"]
        thumb = try json["thumb"]
        large = try json["large"]
      }
    }

    struct Media: JSONDecodable, Encodable {
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

      init(json: JSONReader) throws {
        id = try json["id"]
        id_str = try json["id_str"]
        indices = try json["indices"]
        media_url = try json["media_url"]
        media_url_https = try json["media_url_https"]
        url = try json["url"]
        display_url = try json["display_url"]
        expanded_url = try json["expanded_url"]
        type = try json["type"]
        sizes = try json["sizes"]
        source_status_id = try json["source_status_id"]
        source_status_id_str = try json["source_status_id_str"]
      }
    }

    let hashtags: [Hashtag]
    let urls: [Link]
    let user_mentions: [Mention]
    let media: [Media]?

    init(json: JSONReader) throws {
      hashtags = try json["hashtags"]
      urls = try json["urls"]
      user_mentions = try json["user_mentions"]
      media = try json["media"]
    }
  }
  struct Catalog: JSONDecodable, Encodable {
    struct Event: JSONDecodable, Encodable {
      let id: Int
      let name: String
      let description: String?
      let logo: String?
      let subTopicIds: [Int]
      let subjectCode: Int?
      let subtitle: String?
      let topicIds: [Int]

      init(json: JSONReader) throws {
        id = try json["id"]
        name = try json["name"]
        description = try json["description"]
        logo = try json["logo"]
        subTopicIds = try json["subTopicIds"]
        subjectCode = try json["subjectCode"]
        subtitle = try json["subtitle"]
        topicIds = try json["topicIds"]
      }
    }

    struct Price: JSONDecodable, Encodable {
      let amount: Int
      let audienceSubCategoryId: Int
      let seatCategoryId: Int

      init(json: JSONReader) throws {
        amount = try json["amount"]
        audienceSubCategoryId = try json["audienceSubCategoryId"]
        seatCategoryId = try json["seatCategoryId"]
      }
    }

    struct Area: JSONDecodable, Encodable {
      let areaId: Int
      let blockIds: [Int]

      init(json: JSONReader) throws {
        areaId = try json["areaId"]
        blockIds = try json["blockIds"]
      }
    }

    struct SeatCategory: JSONDecodable, Encodable {
      let areas: [Area]
      let seatCategoryId: Int

      init(json: JSONReader) throws {
        areas = try json["areas"]
        seatCategoryId = try json["seatCategoryId"]
      }
    }

    struct Performance: JSONDecodable, Encodable {
      let eventId: Int
      let id: Int
      let logo: String?
      let name: String?
      let prices: [Price]
      let seatCategories: [SeatCategory]
      let seatMapImage: String?
      let start: Int
      let venueCode: String

      init(json: JSONReader) throws {
        eventId = try json["eventId"]
        id = try json["id"]
        logo = try json["logo"]
        name = try json["name"]
        prices = try json["prices"]
        seatCategories = try json["seatCategories"]
        seatMapImage = try json["seatMapImage"]
        start = try json["start"]
        venueCode = try json["venueCode"]
      }
    }

    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    init(json: JSONReader) throws {
      areaNames = try json["areaNames"]
      audienceSubCategoryNames = try json["audienceSubCategoryNames"]
      blockNames = try json["blockNames"]
      events = try json["events"]
      performances = try json["performances"]
      seatCategoryNames = try json["seatCategoryNames"]
      subTopicNames = try json["subTopicNames"]
      subjectNames = try json["subjectNames"]
      topicNames = try json["topicNames"]
      topicSubTopics = try json["topicSubTopics"]
      venueNames = try json["venueNames"]
    }
  }
  struct FeatureCollection: JSONDecodable, Encodable {
    struct Feature: JSONDecodable, Encodable {
      let type: String
      let properties: [String: String]
      let geometry: Geometry

      init(json: JSONReader) throws {
        type = try json["type"]
        properties = try json["properties"]
        geometry = try json["geometry"]
      }
    }

    struct Geometry: JSONDecodable, Encodable {
      let type: String
      let coordinates: [[[Double]]]

      init(json: JSONReader) throws {
        type = try json["type"]
        coordinates = try json["coordinates"]
      }
    }

    let type: String
    let features: [Feature]

    init(json: JSONReader) throws {
      type = try json["type"]
      features = try json["features"]
    }
  }
}

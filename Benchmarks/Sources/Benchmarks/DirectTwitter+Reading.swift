import Foundation
import ReparteeJSON

extension Direct.Twitter {
  init(json: JSONReader) throws {
    try self.init(
      statuses: json["statuses"],
      searchMetadata: json["search_metadata"])
  }
}

extension Direct.SearchMetadata {
  init(json: JSONReader) throws {
    try self.init(
      completed_in: json["completed_in"],
      max_id: json["max_id"],
      max_id_str: json["max_id_str"],
      next_results: json["next_results"],
      query: json["query"],
      refresh_url: json["refresh_url"],
      count: json["count"],
      since_id: json["since_id"],
      since_id_str: json["since_id_str"])
  }
}

extension Direct.Status.Metadata {
  init(json: JSONReader) throws {
    try self.init(
      result_type: json["result_type"],
      iso_language_code: json["iso_language_code"])
  }
}

extension Direct.TwitterUser.UserEntities {
  init(json: JSONReader) throws {
    try self.init(
      url: json["url"],
      description: json["description"])
  }
}

extension Direct.TwitterUser.Links {
  init(json: JSONReader) throws {
    try self.init(
      urls: json["urls"])
  }
}

extension Direct.TwitterUser {
  init(json: JSONReader) throws {
    try self.init(
      id: json["id"],
      id_str: json["id_str"],
      name: json["name"],
      screen_name: json["screen_name"],
      location: json["location"],
      description: json["description"],
      url: json["url"],
      entities: json["entities"],
      protected: json["protected"],
      followers_count: json["followers_count"],
      friends_count: json["friends_count"],
      listed_count: json["listed_count"],
      created_at: json["created_at"],
      favourites_count: json["favourites_count"],
      utc_offset: json["utc_offset"],
      time_zone: json["time_zone"],
      geo_enabled: json["geo_enabled"],
      verified: json["verified"],
      statuses_count: json["statuses_count"],
      lang: json["lang"],
      contributors_enabled: json["contributors_enabled"],
      is_translator: json["is_translator"],
      is_translation_enabled: json["is_translation_enabled"],
      profile_background_color: json["profile_background_color"],
      profile_background_image_url: json["profile_background_image_url"],
      profile_background_image_url_https: json["profile_background_image_url_https"],
      profile_background_tile: json["profile_background_tile"],
      profile_image_url: json["profile_image_url"],
      profile_image_url_https: json["profile_image_url_https"],
      profile_banner_url: json["profile_banner_url"],
      profile_link_color: json["profile_link_color"],
      profile_sidebar_border_color: json["profile_sidebar_border_color"],
      profile_sidebar_fill_color: json["profile_sidebar_fill_color"],
      profile_text_color: json["profile_text_color"],
      profile_use_background_image: json["profile_use_background_image"],
      default_profile: json["default_profile"],
      default_profile_image: json["default_profile_image"],
      following: json["following"],
      follow_request_sent: json["follow_request_sent"],
      notifications: json["notifications"])
  }
}

extension Direct.Link {
  init(json: JSONReader) throws {
    try self.init(
      url: json["url"],
      expanded_url: json["expanded_url"],
      display_url: json["display_url"],
      indices: json["indices"])
  }
}

extension Direct.Entities.Hashtag {
  init(json: JSONReader) throws {
    try self.init(
      text: json["text"],
      indices: json["indices"])
  }
}

extension Direct.Entities.Mention {
  init(json: JSONReader) throws {
    try self.init(
      screen_name: json["screen_name"],
      name: json["name"],
      id: json["id"],
      id_str: json["id_str"],
      indices: json["indices"])
  }
}

extension Direct.Entities.Size {
  init(json: JSONReader) throws {
    try self.init(
      w: json["w"],
      h: json["h"],
      resize: json["resize"])
  }
}

extension Direct.Entities.Sizes {
  init(json: JSONReader) throws {
    try self.init(
      medium: json["medium"],
      small: json["small"],
      thumb: json["thumb"],
      large: json["large"])
  }
}

extension Direct.Entities.Media {
  init(json: JSONReader) throws {
    try self.init(
      id: json["id"],
      id_str: json["id_str"],
      indices: json["indices"],
      media_url: json["media_url"],
      media_url_https: json["media_url_https"],
      url: json["url"],
      display_url: json["display_url"],
      expanded_url: json["expanded_url"],
      type: json["type"],
      sizes: json["sizes"],
      source_status_id: json["source_status_id"],
      source_status_id_str: json["source_status_id_str"])
  }
}

extension Direct.Entities {
  init(json: JSONReader) throws {
    try self.init(
      hashtags: json["hashtags"],
      urls: json["urls"],
      user_mentions: json["user_mentions"],
      media: json["media"])
  }
}

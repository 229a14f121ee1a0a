import Foundation
import ReparteeJSON

/// `citm_catalog.json`, as models that read and write themselves.
extension Direct {
  struct Catalog: JSONDecodable, JSONEncodable {
    struct Event: JSONDecodable, JSONEncodable {
      let id: Int
      let name: String
      let description: String?
      let logo: String?
      let subTopicIds: [Int]
      let subjectCode: Int?
      let subtitle: String?
      let topicIds: [Int]

      func write(to json: inout JSONWriter) throws {
        try json.write(id, forKey: "id")
        try json.write(name, forKey: "name")
        try json.write(description, forKey: "description")
        try json.write(logo, forKey: "logo")
        try json.write(subTopicIds, forKey: "subTopicIds")
        try json.write(subjectCode, forKey: "subjectCode")
        try json.write(subtitle, forKey: "subtitle")
        try json.write(topicIds, forKey: "topicIds")
      }
    }

    struct Price: JSONDecodable, JSONEncodable {
      let amount: Int
      let audienceSubCategoryId: Int
      let seatCategoryId: Int

      func write(to json: inout JSONWriter) throws {
        try json.write(amount, forKey: "amount")
        try json.write(audienceSubCategoryId, forKey: "audienceSubCategoryId")
        try json.write(seatCategoryId, forKey: "seatCategoryId")
      }
    }

    struct Area: JSONDecodable, JSONEncodable {
      let areaId: Int
      let blockIds: [Int]

      func write(to json: inout JSONWriter) throws {
        try json.write(areaId, forKey: "areaId")
        try json.write(blockIds, forKey: "blockIds")
      }
    }

    struct SeatCategory: JSONDecodable, JSONEncodable {
      let areas: [Area]
      let seatCategoryId: Int

      func write(to json: inout JSONWriter) throws {
        try json.write(areas, forKey: "areas")
        try json.write(seatCategoryId, forKey: "seatCategoryId")
      }
    }

    struct Performance: JSONDecodable, JSONEncodable {
      let eventId: Int
      let id: Int
      let logo: String?
      let name: String?
      let prices: [Price]
      let seatCategories: [SeatCategory]
      let seatMapImage: String?
      let start: Int
      let venueCode: String

      func write(to json: inout JSONWriter) throws {
        try json.write(eventId, forKey: "eventId")
        try json.write(id, forKey: "id")
        try json.write(logo, forKey: "logo")
        try json.write(name, forKey: "name")
        try json.write(prices, forKey: "prices")
        try json.write(seatCategories, forKey: "seatCategories")
        try json.write(seatMapImage, forKey: "seatMapImage")
        try json.write(start, forKey: "start")
        try json.write(venueCode, forKey: "venueCode")
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

    func write(to json: inout JSONWriter) throws {
      try json.write(areaNames, forKey: "areaNames")
      try json.write(audienceSubCategoryNames, forKey: "audienceSubCategoryNames")
      try json.write(blockNames, forKey: "blockNames")
      try json.write(events, forKey: "events")
      try json.write(performances, forKey: "performances")
      try json.write(seatCategoryNames, forKey: "seatCategoryNames")
      try json.write(subTopicNames, forKey: "subTopicNames")
      try json.write(subjectNames, forKey: "subjectNames")
      try json.write(topicNames, forKey: "topicNames")
      try json.write(topicSubTopics, forKey: "topicSubTopics")
      try json.write(venueNames, forKey: "venueNames")
    }
  }
}

extension Direct.Catalog.Event {
  init(json: JSONReader) throws {
    try self.init(
      id: json["id"],
      name: json["name"],
      description: json["description"],
      logo: json["logo"],
      subTopicIds: json["subTopicIds"],
      subjectCode: json["subjectCode"],
      subtitle: json["subtitle"],
      topicIds: json["topicIds"])
  }
}

extension Direct.Catalog.Price {
  init(json: JSONReader) throws {
    try self.init(
      amount: json["amount"],
      audienceSubCategoryId: json["audienceSubCategoryId"],
      seatCategoryId: json["seatCategoryId"])
  }
}

extension Direct.Catalog.Area {
  init(json: JSONReader) throws {
    try self.init(
      areaId: json["areaId"],
      blockIds: json["blockIds"])
  }
}

extension Direct.Catalog.SeatCategory {
  init(json: JSONReader) throws {
    try self.init(
      areas: json["areas"],
      seatCategoryId: json["seatCategoryId"])
  }
}

extension Direct.Catalog.Performance {
  init(json: JSONReader) throws {
    try self.init(
      eventId: json["eventId"],
      id: json["id"],
      logo: json["logo"],
      name: json["name"],
      prices: json["prices"],
      seatCategories: json["seatCategories"],
      seatMapImage: json["seatMapImage"],
      start: json["start"],
      venueCode: json["venueCode"])
  }
}

extension Direct.Catalog {
  init(json: JSONReader) throws {
    try self.init(
      areaNames: json["areaNames"],
      audienceSubCategoryNames: json["audienceSubCategoryNames"],
      blockNames: json["blockNames"],
      events: json["events"],
      performances: json["performances"],
      seatCategoryNames: json["seatCategoryNames"],
      subTopicNames: json["subTopicNames"],
      subjectNames: json["subjectNames"],
      topicNames: json["topicNames"],
      topicSubTopics: json["topicSubTopics"],
      venueNames: json["venueNames"])
  }
}

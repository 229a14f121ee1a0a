// Makes the three reports of the guide "Errors". The tests compile this file through a link, and check that the guide
// shows exactly these reports.

import Foundation
import ReparteeJSON

/// The three responses of the guide, each with a model that it does not match.
public nonisolated enum WhenDecodingFails {
  struct Repository: Decodable {
    struct Owner: Decodable {
      var login: String
    }

    var id: Int
    var fullName: String
    var stars: Int
    var owner: Owner
  }

  /// Numbers in quotes.
  struct Sample: Decodable {
    @Quoted var stars: Int  // "12", 12; without the key: 0
    @Quoted var price: Decimal?  // "19.99", null; without: nil
    @Quoted var load: Double  // "0.5", "NaN"
  }

  /// A coder for infinities in the texts of an API.
  static var coder: JSONCoder {
    var json = JSONCoder()
    json.floats = .strings(
      positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
    return json
  }

  /// A key in another style: the model expects `fullName`.
  static let renamedKey = """
    {
      "id": 1296269,
      "full_name": "octocat/hello-world",
      "stars": 80,
      "owner": { "login": "octocat" }
    }
    """

  /// A number in quotes, deep in a list, next to a secret.
  static let quotedNumber = """
    {"items": [
      {"id": 1, "fullName": "a/one", "stars": 3,
       "owner": {"login": "a"}},
      {"id": 2, "fullName": "b/two",
       "accessToken": "ghp_16C7e42F292c69", "stars": "12",
       "owner": {"login": "b"}}
    ]}
    """

  /// A response of the gateway instead of the server.
  static let errorPage = """
    <html>
    <head><title>502 Bad Gateway</title></head>
    <body><center><h1>502 Bad Gateway</h1></center></body>
    </html>
    """

  /// Returns the three reports, in the order of the guide.
  public static func reports() -> [String] {
    let json = JSONCoder()
    return [
      report { () throws(JSONError) in _ = try json.decode(Repository.self, from: Array(renamedKey.utf8)) },
      report { () throws(JSONError) in
        _ = try json.decode([Repository].self, from: Array(quotedNumber.utf8), at: "items")
      },
      report { () throws(JSONError) in _ = try json.decode(Repository.self, from: Array(errorPage.utf8)) },
    ]
  }

  private static func report(_ body: () throws(JSONError) -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return error.report
    }
  }
}

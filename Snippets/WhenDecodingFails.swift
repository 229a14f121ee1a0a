// Makes the three reports of the guide "When decoding fails". The tests compile this file by a link, and check that the
// guide shows exactly what it makes.

import ReparteeJSON

/// The three responses that the guide is about, each with the model that it does not fit.
public enum WhenDecodingFails {
  struct Repository: Decodable {
    struct Owner: Decodable {
      var login: String
    }

    var id: Int
    var fullName: String
    var stars: Int
    var owner: Owner
  }

  /// A key in another style: the model asks for `fullName`.
  static let renamedKey = """
    {
      "id": 1296269,
      "full_name": "octocat/hello-world",
      "stars": 80,
      "owner": { "login": "octocat" }
    }
    """

  /// A number in quotes, far into a list, beside a secret.
  static let quotedNumber = """
    {"items": [
      {"id": 1, "fullName": "a/one", "stars": 3,
       "owner": {"login": "a"}},
      {"id": 2, "fullName": "b/two",
       "accessToken": "ghp_16C7e42F292c69", "stars": "12",
       "owner": {"login": "b"}}
    ]}
    """

  /// The gateway's response instead of the server's.
  static let errorPage = """
    <html>
    <head><title>502 Bad Gateway</title></head>
    <body><center><h1>502 Bad Gateway</h1></center></body>
    </html>
    """

  /// The three reports, in the order of the guide.
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

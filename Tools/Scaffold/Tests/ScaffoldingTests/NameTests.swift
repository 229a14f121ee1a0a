import ReparteeJSON
import Testing

@testable import Scaffolding

struct NameTests {
  @Test(arguments: [
    ("list_messages", "ListMessages", "listMessages"), ("HTTPResponse", "HTTPResponse", "httpResponse"),
    ("user id", "UserID", "userID"), ("userIDs", "UserIDs", "userIDs"), ("GetURL", "GetURL", "getURL"),
    ("2fa-code", "_2faCode", "_2faCode"), ("", "Value", "value"), ("\u{1}/", "Value", "value"),
    ("Zürich", "Zürich", "zürich"), ("SHOUTED_NAME", "ShoutedName", "shoutedName"),
    ("v1.users", "V1Users", "v1Users"), ("create_dm", "CreateDM", "createDM"),
    ("oauth_app", "OAuthApp", "oauthApp"), ("UserPIIResponse", "UserPIIResponse", "userPIIResponse"),
  ])
  func namesAreSwifts(name: String, type: String, member: String) {
    #expect(Names.type(name) == type)
    #expect(Names.member(name) == member)
  }

  @Test func keywordsStandInBackticks() {
    #expect(
      ["default", "case", "Type", "name"].map(\.escapedName) == ["`default`", "`case`", "`Type`", "name"])
  }

  @Test func parametersThatDifferInASymbolHaveItInTheirName() throws {
    let parameters = ["Date", "Date<", "Date>"].map { "{name: '\($0)', in: query, schema: {type: string}}" }
    let text = try scaffolded(
      document(
        paths: """
          /x: {get: {operationId: x, parameters: [\(parameters.joined(separator: ", "))], responses: {"204": {description: ""}}}}
          """))
    #expect(text.contains(#"query: ["Date": date, "Date<": dateLess, "Date>": dateGreater]"#))
  }

  @Test func aNameThatIsTakenGetsTheNextOrANumber() {
    var scope = NameScope(taken: ["a"])
    #expect([scope.take("a", "b"), scope.take("a", "b"), scope.take("a", "b")] == ["b", "b2", "b3"])
  }

  @Test(arguments: [
    ("users", "user"), ("categories", "category"), ("addresses", "address"), ("boxes", "box"),
    ("status", nil),
    ("rows", "row"), ("people", "person"), ("statuses", "status"), ("news", nil), ("data", nil), ("is", nil),
  ])
  func pluralsHaveASingular(plural: String, singular: String?) {
    #expect(Names.singular(plural) == singular)
  }

  @Test func aPatternsStarStandsForAnyText() {
    let selection = Selection(only: ["GET /users/*", "createUser", "/teams"])
    #expect(selection.includes(method: "GET", path: "/users/{id}/keys", name: nil))
    #expect(!selection.includes(method: "POST", path: "/users/{id}", name: "addKey"))
    #expect(selection.includes(method: "POST", path: "/users", name: "createUser"))
    #expect(selection.includes(method: "PUT", path: "/teams", name: nil))
    #expect(
      Selection.glob("*a*b*", "xxaxxbxx") && !Selection.glob("*a*b", "xxaxxbxx") && Selection.glob("*", ""))
  }

  @Test(arguments: [
    ("user_name", "userName", true), ("id", "id", true), ("_links", "_links", true),
    ("address_1", "address1", false),
    ("userID", "userID", false), ("avatar_URL", "avatarUrl", false), ("", "", true), ("__", "__", true),
  ])
  func snakeCaseIsTheLibrarys(key: String, name: String, isEncodable: Bool) {
    #expect(KeyStyle.camelCase(key) == name)
    #expect(KeyStyle.isEncodable(key) == isEncodable)
  }
}

import Testing

/// What endpoints are called.
struct OperationNameTests {
  /// The names of endpoints for operations: `POST /a saveIt`, whose last word is the operation's name if it has one, and
  /// which answers with a list if the line ends in `[]`.
  private func names(_ operations: String...) throws -> [String] {
    var paths: [String: String] = [:]
    var order: [String] = []
    for operation in operations {
      let words = operation.split(separator: " ").map(String.init)
      let name = words.dropFirst(2).first { $0 != "[]" }.map { "operationId: \($0), " } ?? ""
      let type = words.last == "[]" ? "array" : "object"
      let content = "content: {application/json: {schema: {type: \(type)}}}"
      let text = "  \(words[0].lowercased()): {\(name)responses: {\"200\": {description: \"\", \(content)}}}"
      if paths[words[1]] == nil { order.append(words[1]) }
      paths[words[1], default: "\(words[1]):"] += "\n" + text
    }
    let text = try scaffold(document(paths: order.compactMap { paths[$0] }.joined(separator: "\n")))
      .files.map(\.text).joined(separator: "\n")
    return text.split(separator: "\n").compactMap { line in
      line.hasPrefix("struct ") && line.contains(": Endpoint")
        ? String(line.dropFirst("struct ".count).prefix { $0 != ":" }) : nil
    }
  }

  @Test func anOperationWithoutANameIsAVerbAndANoun() throws {
    #expect(
      try names(
        "GET /v1/users []", "POST /v1/users", "GET /v1/users/{id}", "PATCH /v1/users/{id}",
        "DELETE /v1/users/{id}",
        "GET /v1/users/{id}/keys []", "POST /v1/users/{id}/suspend")
        == [
          "ListUsers", "CreateUser", "GetUser", "UpdateUser", "DeleteUser", "ListUserKeys", "SuspendUser",
        ])
  }

  @Test func aNameThatOnlyRepeatsThePathIsNone() throws {
    #expect(
      try names(
        "GET /v1/charges GetCharges []", "POST /v1/charges/{charge} PostChargesCharge",
        "POST /v1/charges/{charge}/capture PostChargesChargeCapture",
        "GET /v1/charges/search GetChargesSearch [] ")
        == ["ListCharges", "UpdateCharge", "CaptureCharge", "SearchCharges"])
  }

  @Test func whatIsOneThingIsUpdatedNotCreated() throws {
    #expect(
      try names("GET /settings", "POST /settings", "GET /items []", "POST /items")
        == ["ListItems", "CreateItem", "GetSettings", "UpdateSettings"])
  }

  @Test func aFunctionsNameIsEnough() throws {
    #expect(try names("GET /items/{item_id} read_item_items__item_id__get") == ["ReadItem"])
  }

  @Test func aGroupIsLeftOutOrIsTheNoun() throws {
    #expect(
      try names(
        "GET /a issues/list-comments []", "GET /b issues/list []", "GET /c gists/star",
        "GET /d apps/get-by-slug", "GET /e meta/root", "PUT /f code-security/create-or-update-setup")
        == [
          "ListComments", "ListIssues", "StarGist", "GetAppBySlug", "MetaRoot",
          "CreateOrUpdateCodeSecuritySetup",
        ])
  }

  @Test func namesThatWouldBeTheSameSayMore() throws {
    #expect(
      try names("GET /a orgs/list-hooks []", "GET /b repos/list-hooks []") == [
        "ListOrgHooks", "ListRepoHooks",
      ])
    #expect(try names("GET /v1/a", "GET /v2/a") == ["GetV1A", "GetV2A"])
  }
}

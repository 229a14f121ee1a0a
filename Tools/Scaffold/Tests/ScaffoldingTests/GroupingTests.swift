import Foundation
import Testing

@testable import Scaffolding

/// What all paths begin with names neither a file nor a type.
struct GroupingTests {
  private func written(_ paths: [String], only: [String] = []) throws -> (files: [String], text: String) {
    let items = paths.map { "\($0): {get: {responses: {\"204\": {description: \"\"}}}}" }
    let scaffold = try scaffold(document(paths: items.joined(separator: "\n")), only: only)
    let files = scaffold.files.filter { $0.name != "Shop.swift" }
    return (files.map(\.name), files.map(\.text).joined())
  }

  @Test(arguments: ["/api/v2", "/v1", "/rest/shop", "/{tenant}/api"])
  func aPrefixThatAllPathsShareIsSkipped(prefix: String) throws {
    let (files, text) = try written([
      prefix + "/users", prefix + "/users/{id}/teams", prefix + "/orders/{id}",
    ])
    #expect(files == ["Orders.swift", "Users.swift"])
    for name in ["GetUsers", "GetUserTeams", "GetOrder"] {
      #expect(text.contains("struct \(name): Endpoint"), "\(name)")
    }
    #expect(text.contains("\(prefix == "/{tenant}/api" ? "/\\(tenant)/api" : prefix)/users"))
  }

  @Test func aPrefixIsThatOfTheWholeDocument() throws {
    let paths = ["/rest/users/all", "/rest/users/new", "/rest/orders"]
    let (files, text) = try written(paths, only: ["/rest/users/*"])
    #expect(files == ["Users.swift"])
    #expect(text.contains("struct GetUsersAll: Endpoint"))
  }

  @Test func aVersionThatTheSelectedPathsShareIsSkipped() throws {
    let (files, text) = try written(["/api/v2/users", "/health"], only: ["/api/*"])
    #expect(files == ["Users.swift"])
    #expect(text.contains("struct GetUsers: Endpoint"))
  }

  @Test func whatAllPathsShareStaysWhereItNamesThem() throws {
    #expect(try written(["/users", "/users/{id}"]).files == ["Users.swift"])
    #expect(try written(["/users/{id}/posts", "/users/{id}/likes"]).files == ["Users.swift"])
    #expect(try written(["/team/users"]).files == ["Team.swift"])
    let (files, text) = try written(["/v1/users", "/v2/users"])
    #expect(files == ["Users.swift"])
    #expect(text.contains("struct GetV1Users: Endpoint") && text.contains("struct GetV2Users: Endpoint"))
  }
}

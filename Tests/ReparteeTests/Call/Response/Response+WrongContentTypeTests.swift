import Foundation
import HTTPTypes
import Repartee
import TestSupport
import Testing

/// What an error says about a body that does not have its content type.
struct ResponseWrongContentTypeTests {
  private let page = "<!DOCTYPE html>\n<html>\n  <head><title>Sign in</title></head></html>"

  private func error(
    _ body: String, as type: String?, status: Int = 200
  ) async throws -> CallError<UserError> {
    try await error(Data(body.utf8), as: type, status: status)
  }

  private func error(_ body: Data, as type: String?, status: Int = 200) async throws -> CallError<UserError> {
    var headers = HTTPFields()
    headers[.contentType] = type
    return try #require(
      await failure(.status(status, headers: headers, body: body), GetUser.responses))
  }

  @Test func aPageInPlaceOfJSONIsShown() async throws {
    let type = "Application/JSON;charset=\"UTF-8\""
    let end =
      "; sent as \(type), the body begins with <!DOCTYPE html> <html> <head><title>Sign in</title></head></html>"
    let output = try await error(page, as: type)
    #expect(output.description.hasSuffix(end), "\(output)")
    #expect(output.description.contains("where `User` was declared: "))
    #expect(output.summary.hasSuffix(end))
    let failure = try await error(page, as: type, status: 409)
    #expect(failure.description.hasSuffix(end) && failure.description.contains("`Problem`"))
    let problem = try await error(page, as: "application/problem+json")
    #expect(problem.description.contains("; sent as application/problem+json, the body begins with <!DOC"))
  }

  @Test(arguments: [
    "404 page not found", "no healthy upstream", "Forbidden", "true story", "not found",
    "upstream connect error or disconnect/reset before headers",
  ])
  func soIsASentence(text: String) async throws {
    #expect(try await error(text, as: "application/json").description.hasSuffix("begins with \(text)"))
  }

  @Test func bytesThatAreNoTextAreInHexadecimal() async throws {
    let error = try await error(Data([0x1F, 0x8B, 0x08, 0, 0xFF, 0xFE, 0, 1]), as: "application/json")
    #expect(error.description.hasSuffix("the body begins with the bytes 1f 8b 08 00"), "\(error)")
  }

  @Test(arguments: [
    ("text/html", "<html>"), (nil, "<html>"), ("text/plain", "no healthy upstream"),
    ("application/json", #"{"id": hunter2}"#), ("application/json", #"["hunter2""#),
    ("application/json", #""hunter2"#), ("application/json", "\u{FEFF}{\"hunter2\""),
    ("application/json", ""),
    ("application/json", "{}"), ("application/json", "7"), ("application/json", "hunter2"),
    ("application/json", "hunter2.hunter2"),
  ])
  func nothingIsShownOfWhatIsAsItClaimsOrMayBeASecret(type: String?, body: String) async throws {
    let error = try await error(body, as: type)
    #expect(!error.description.contains("begins with") && !error.description.contains("hunter2"), "\(error)")
  }

  @Test func secretsInItAreMasked() async throws {
    for body in [
      "<input name=\"csrf_token\" value=\"hunter2\">", "access_token=hunter2&token_type=bearer",
      "Sign in with\npassword: hunter2", "<a href='/x?access_token=hunter2'>",
      "Authorization: Bearer hunter2",
    ] {
      let error = try await error(body, as: "application/json; token=hunter2")
      #expect(!error.description.contains("hunter2"), "\(error)")
    }
  }

  @Test func itIsShortAndOneLine() async throws {
    for body in [
      "<" + String(repeating: "x", count: 1_000_000), "<p>\u{1B}[31m\0\u{202E}\r\n\u{2028}</p>",
      "a " + String(repeating: "é", count: 300), "<" + String(repeating: "\u{7F}", count: 500),
    ] {
      let text = try await error(body, as: "application/json").description
      #expect(text.unicodeScalars.count <= 400, "\(text)")
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{202E}" })
    }
  }
}

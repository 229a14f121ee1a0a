import Foundation
import Repartee
import TestSupport
import Testing

/// Responses without content.
struct EmptyResponseTests {
  static let codes = [200, 201, 202, 204, 205, 304]

  /// An empty response with each status, with and without a Content-Type and a Content-Length.
  private func responses(_ code: Int) -> [TransportResponse] {
    [
      .status(code), .bytes(Data(), contentType: "application/json", status: code),
      .bytes(Data(), contentType: "text/html", status: code),
      .status(code, headers: [.contentLength: "0"]),
      .status(code, headers: [.contentType: "text/plain; charset=utf-16", .contentLength: "0"]),
    ]
  }

  @Test(arguments: codes)
  func everyEmptyOutputReadsAnEmptyBody(code: Int) async throws {
    let void: ResponseMap<Void, Never> = [.any(.noContent)]
    let decodes: (ResponseMap<EmptyResponse, Never>, ResponseMap<String, Never>, ResponseMap<Data, Never>) = (
      [.any(.decode)], [.any(.decode)], [.any(.decode)]
    )
    let nils: (ResponseMap<User?, Never>, ResponseMap<String?, Never>, ResponseMap<Data?, Never>) = (
      [.any(.decode)], [.any(.decode)], [.any(.decode)]
    )
    for response in responses(code) {
      try await read(response, void)
      #expect(try await read(response, decodes.0) == EmptyResponse())
      #expect(try await read(response, decodes.1) == "")
      #expect(try await read(response, decodes.2) == Data())
      #expect(try await read(response, nils.0) == nil)
      #expect(try await read(response, nils.1) == nil)
      #expect(try await read(response, nils.2) == nil)
    }
  }

  @Test(arguments: codes)
  func noContentIsTheEmptyValueWhateverTheBody(code: Int) async throws {
    let string: ResponseMap<String, Never> = [.any(.noContent)]
    let user: ResponseMap<User?, Never> = [.any(.noContent)]
    let data: ResponseMap<Data, Never> = [.any(.noContent)]
    let empty: ResponseMap<EmptyResponse, Never> = [.any(.noContent)]
    let void: ResponseMap<Void, Never> = [.any(.noContent)]
    for response in responses(code) + [.text("<html>", contentType: "text/html", status: code)] {
      #expect(try await read(response, string) == "")
      #expect(try await read(response, user) == nil)
      #expect(try await read(response, data) == Data())
      #expect(try await read(response, empty) == EmptyResponse())
      try await read(response, void)
    }
  }

  @Test(arguments: codes)
  func aJSONOutputOfAnEmptyOrBlankBodyIsOfKindEmptyBody(code: Int) async {
    let user: ResponseMap<User, Never> = [.any(.decode)]
    let list: ResponseMap<[Int], Never> = [.any(.decode)]
    for response in responses(code) + [.text(" \r\n\t", contentType: nil, status: code)] {
      for error in [
        await failure(response, user)?.decodingError, await failure(response, list)?.decodingError,
      ] {
        #expect(error?.kind == .emptyBody)
        #expect(error?.message.contains("format") == false)
      }
    }
  }

  @Test func aBlankBodyIsNilForAnOptionalOfJSON() async throws {
    #expect(
      try await read(.text(" \n", contentType: nil), [.any(.decode)] as ResponseMap<User?, Never>) == nil)
  }

  @Test func anOptionalAtAPlaceInAnEmptyBodyIsNil() async throws {
    for response in [TransportResponse.status(204), .json(" \n"), .json("null")] {
      #expect(try await read(response, [.success(.decode(at: "data"))] as ResponseMap<User?, Never>) == nil)
      let two: ResponseMap<(User?, Int?), Never> = [.success(.decode(.at("user"), .at("page", "next")))]
      let (user, next) = try await read(response, two)
      #expect(user == nil && next == nil)
    }
    let one: ResponseMap<(User?, Int), Never> = [.success(.decode(.at("user"), .at("page")))]
    #expect(await failure(.status(204), one)?.decodingError?.kind == .emptyBody)
    struct Refused: Error, Equatable { var code: Int? }
    let refusal: ResponseMap<Void, Refused> = [.code(401, .decodeError(.at("code"), as: Refused.init))]
    #expect(await failure(.status(401), refusal)?.declared == Refused(code: nil))
  }

  @Test func anyBodyAtAllIsAnEmptyResponse() async throws {
    let map: ResponseMap<EmptyResponse, Never> = [.any(.decode)]
    let optional: ResponseMap<EmptyResponse?, Never> = [.any(.decode)]
    for response in [
      .json(#"{"a":1}"#), .json("7"), .text("<html>", contentType: "text/html"),
      .bytes(Data([0xFF]), contentType: nil),
    ]
      as [TransportResponse]
    {
      #expect(try await read(response, map) == EmptyResponse())
      #expect(try await read(response, optional) == EmptyResponse())
    }
  }

  private struct Nothing: Decodable, EmptyInitializable, Equatable, Sendable {
    var isEmpty = true
    init() {}
    init(from decoder: any Decoder) throws { isEmpty = false }
  }

  @Test func aTypeOfYourOwnCanHaveAnEmptyValue() async throws {
    let decode: ResponseMap<Nothing, Never> = [.any(.decode)]
    #expect(try await read(.status(204), decode).isEmpty)
    #expect(try await !read(.json("{}"), decode).isEmpty)
    #expect(try await read(.json("{}"), [.any(.noContent)] as ResponseMap<Nothing, Never>).isEmpty)
  }

  @Test func anEmptyBodyIsStillWhatACharsetSaysOfIt() async throws {
    let map: ResponseMap<String, Never> = [.any(.decode)]
    #expect(try await read(.text("", contentType: "text/plain; charset=ebcdic"), map) == "")
  }
}

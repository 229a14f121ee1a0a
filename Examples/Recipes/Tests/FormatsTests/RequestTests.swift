import Foundation
import Repartee
import Testing

@testable import Formats

/// Request bodies in other formats, which decode to the original values.
struct RequestTests {
  /// Returns the body and the content type that the server receives.
  private func sent(_ body: Request.Body) async throws -> (body: Data, contentType: String?) {
    let (arrivals, arrival) = AsyncStream.makeStream(of: TransportRequest.self)
    let client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        arrival.yield(request)
        return .status(204)
      })
    try await client.send(Resource<Void, Never>(.post("/cities", body: body), [.code(204, .noContent)]))
    let request = try #require(await arrivals.first { _ in true })
    return (request.body?.bytes ?? Data(), request.head.headerFields[.contentType])
  }

  private let city = City(name: "Ur, \"the\" <city>\nof Abraham", population: 65_000)

  @Test func xmlIsSentInAnElementOfItsName() async throws {
    let sent = try await sent(.xml(city, root: "city"))
    #expect(sent.contentType == "application/xml")
    #expect(String(decoding: sent.body, as: UTF8.self).hasPrefix("<city>"))
    #expect(
      try XML().decode(City.self, from: sent.body) == city, "\(String(decoding: sent.body, as: UTF8.self))")
  }

  @Test func aMessageIsSentAsProtobuf() async throws {
    var message = Atlas_City()
    message.name = city.name
    message.population = city.population
    let sent = try await sent(.protobuf(message))
    #expect(sent.contentType == "application/protobuf")
    #expect(try Protobuf().decode(Atlas_City.self, from: sent.body) == message)
  }

  @Test func rowsAreSentAsCSV() async throws {
    let sent = try await sent(.csv([["name", "population"], [city.name, "65000"]]))
    #expect(sent.contentType == "text/csv; charset=utf-8; header=present")
    #expect(try await client(sent.body, sent.contentType).send(ListCities()) == [city])
  }

  @Test func whatCantBeWrittenIsNotSent() async throws {
    struct Fails: Encodable {
      struct Odd: Error {}
      func encode(to encoder: any Encoder) throws { throw Odd() }
    }
    let error = await failure(
      client(Data(), nil),
      Resource<Void, Never>(.post("/x", body: .xml(Fails(), root: "x")), [.any(.noContent)]))
    guard case .request(let refused) = error?.reason else {
      Issue.record("it was sent")
      return
    }
    #expect(refused.kind == .body)
    #expect(refused.message.hasPrefix("the body can't be encoded as application/xml"))
    #expect(refused.underlying is Fails.Odd)
  }
}

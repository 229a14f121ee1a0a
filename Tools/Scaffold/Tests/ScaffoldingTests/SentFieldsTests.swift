import Foundation
import Repartee
import Scaffolding
import Testing

extension TransportRequest {
  fileprivate var text: String { String(decoding: body?.bytes ?? Data(), as: UTF8.self) }
}

/// What the endpoints in `Written` send, which scaffold wrote from `pay.yaml`: queries and forms as Stripe takes them.
struct SentFieldsTests {
  /// The query of what an endpoint sends, and its body, without percent-encoding.
  private func sent(_ endpoint: some Endpoint) async throws -> (query: String, form: String) {
    let (requests, sink) = AsyncStream.makeStream(of: TransportRequest.self)
    let transport = InMemoryTransport { request in
      sink.yield(request)
      return .status(204)
    }
    _ = try await Pay.client(transport: transport).send(endpoint)
    sink.finish()
    let request = try #require(await requests.first { _ in true })
    let target = request.head.path ?? ""
    let query = target.split(separator: "?").dropFirst().first.map(String.init) ?? ""
    let form = request.text.replacing("+", with: " ")
    return (try #require(query.removingPercentEncoding), try #require(form.removingPercentEncoding))
  }

  @Test func listsAreInBrackets() async throws {
    #expect(try await sent(GetCustomer(customer: "c", expand: ["a", "b"])).query == "expand[]=a&expand[]=b")
    #expect(try await sent(CreateCustomer(expand: ["a", "b"])).form == "expand[]=a&expand[]=b")
  }

  @Test func membersOfAnObjectAreInBrackets() async throws {
    #expect(
      try await sent(ListCustomers(created: .rangeQuerySpecs(.init(gte: 1, lt: 9)), limit: 3)).query
        == "created[gte]=1&created[lt]=9&limit=3")
    #expect(try await sent(ListCustomers(created: .integer(5))).query == "created=5")
    #expect(
      try await sent(CreateCustomer(address: .value(.init(postalCode: "1 2")))).form
        == "address[postal_code]=1 2")
  }

  @Test func elementsThatAreObjectsAreNumbered() async throws {
    let customer = CreateCustomer(items: [
      .init(price: "p1", taxRates: .value(["t1", "t2"])), .init(price: "p2", quantity: 2, taxRates: .empty),
    ])
    #expect(
      try await sent(customer).form
        == "items[0][price]=p1&items[0][tax_rates][]=t1&items[0][tax_rates][]=t2"
        + "&items[1][price]=p2&items[1][quantity]=2&items[1][tax_rates]=")
  }

  @Test func aMapIsSetAndUnset() async throws {
    #expect(try await sent(CreateCustomer(metadata: .value(["order": "7"]))).form == "metadata[order]=7")
    #expect(try await sent(CreateCustomer(metadata: .empty)).form == "metadata=")
  }

  @Test func aTextBesideANumberIsACase() async throws {
    #expect(try await sent(CreateCustomer(trialEnd: .now)).form == "trial_end=now")
    #expect(try await sent(CreateCustomer(trialEnd: .integer(7))).form == "trial_end=7")
  }

  @Test func aListThatIsOneItemStaysOneBesideObjects() async throws {
    #expect(try await sent(ListCustomers(created: .integer(1), ids: [1, 2])).query == "created=1&ids=1,2")
  }

  @Test func aDateBesideOtherTypesIsWrittenAndReadAsTheCoderDoes() async throws {
    let client = Pay.client(
      transport: InMemoryTransport { request in .json(request.text) })
    let date = Date(timeIntervalSince1970: 0)
    guard case .date(date) = try await client.send(CreateHold(body: Hold(until: .date(date)))).until else {
      Issue.record("the date is something else")
      return
    }
    guard case .integer(7) = try await client.send(CreateHold(body: Hold(until: .integer(7)))).until,
      case .never = try await client.send(CreateHold(body: Hold(until: .never))).until
    else {
      Issue.record("the number or the text is something else")
      return
    }
  }

  @Test(arguments: [
    (nil, nil, #"{"until":"never","label":null,"count":null}"#),
    ("a", 7, #"{"until":"never","label":"a","count":"7","note":"a"}"#),
  ])
  func whatIsRequiredAndNilIsSentAsNull(text: String?, count: Int?, json: String) async throws {
    let client = Pay.client(
      transport: InMemoryTransport { request in
        #expect(request.text == json)
        return .json(request.text)
      })
    let sent = Hold(until: .never, label: text, count: count, note: text)
    let hold = try await client.send(CreateHold(body: sent))
    #expect(hold.label == text && hold.count == count && hold.note == text)
  }

  @Test func whatIsRequiredAndMayBeNullMayBeAbsentInWhatIsRead() async throws {
    let client = Pay.client(transport: InMemoryTransport { _ in .json(#"{"until":"never"}"#) })
    let hold = try await client.send(CreateHold(body: Hold(until: .never)))
    #expect(hold.label == nil && hold.count == nil)
  }

  @Test func whatIsSentHereIsWhatIsWritten() throws { try expectWritten("pay.yaml", files: 3) }
}

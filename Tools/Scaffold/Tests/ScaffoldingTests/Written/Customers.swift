import Repartee

struct ListCustomers: Endpoint, Encodable {
  var created: Created?
  var expand: [String]?
  var limit: Int?
  var ids: [Int]?

  var request: Request {
    var query = Request.Query(encoding: self, arrays: .brackets)
    query.append("ids", joining: ids)
    return .get("/v1/customers", query: query)
  }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent)
  ]

  enum CodingKeys: String, CodingKey {
    case created, expand, limit
  }

  indirect enum Created: Encodable, Sendable {
    case integer(Int)
    case rangeQuerySpecs(RangeQuerySpecs)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .integer(let value): try value.encode(to: encoder)
      case .rangeQuerySpecs(let value): try value.encode(to: encoder)
      }
    }

    struct RangeQuerySpecs: Encodable, Sendable {
      var gte: Int?
      var lt: Int?
    }
  }
}

struct CreateCustomer: Endpoint, Encodable {
  var name: String?
  var address: Emptyable<Address>?
  var expand: [String]?
  var items: [Item]?
  var metadata: Emptyable<[String: String]>?
  var trialEnd: TrialEnd?
  var taxExempt: TaxExempt?

  var request: Request {
    .post("/v1/customers", body: .form(.init(encoding: self, arrays: .brackets)))
  }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent)
  ]

  enum CodingKeys: String, CodingKey {
    case name, address, expand, items, metadata
    case trialEnd = "trial_end"
    case taxExempt = "tax_exempt"
  }

  struct Address: Encodable, Sendable {
    var postalCode: String?
    var line1: String?

    enum CodingKeys: String, CodingKey {
      case line1
      case postalCode = "postal_code"
    }
  }

  struct Item: Encodable, Sendable {
    var price: String
    var quantity: Int?
    var taxRates: Emptyable<[String]>?

    enum CodingKeys: String, CodingKey {
      case price, quantity
      case taxRates = "tax_rates"
    }
  }

  enum TrialEnd: Encodable, Sendable {
    case now
    case integer(Int)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .now: try "now".encode(to: encoder)
      case .integer(let value): try value.encode(to: encoder)
      }
    }
  }

  enum TaxExempt: String, Encodable, Sendable {
    case empty = ""
    case exempt
    case none
  }
}

struct GetCustomer: Endpoint {
  var customer: String
  var expand: [String]?

  var request: Request { .get("/v1/customers/\(customer)", query: ["expand[]": expand]) }

  static let responses: ResponseMap<Void, Never> = [
    .code(204, .noContent)
  ]
}

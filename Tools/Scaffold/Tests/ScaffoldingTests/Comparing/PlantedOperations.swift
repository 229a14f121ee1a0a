import Foundation
import ReparteeJSON

@testable import Scaffolding

extension PlantedChange {
  private static func fixed(
    _ name: String, _ mark: Change.Mark, _ unit: Change.Unit, _ kind: Change.Kind, _ names: String,
    _ plant: @escaping (inout JSONValue) -> Void
  ) -> PlantedChange {
    PlantedChange(name) { document, _ in
      plant(&document)
      return [Expected(mark: mark, unit: unit, kind: kind, names: names)]
    }
  }

  /// What refers to a schema.
  private static func body(_ schema: String) -> JSONValue {
    ["application/json": ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]]
  }

  static var ofUnions: [PlantedChange] {
    [("Payment", Way.read), ("PaymentInput", .sent)].flatMap { name, way in
      [
        fixed("a new variant of \(name)", .neither, .variant, .added, "\(name).voucher") { document in
          let voucher = way.isSent ? "VoucherInput" : "Voucher"
          document.edit("components", "schemas", voucher) { schema in
            schema = [
              "type": "object", "required": ["kind", "voucher_code"],
              "properties": ["kind": ["type": "string"], "voucher_code": ["type": "string"]],
            ]
          }
          document.edit("components", "schemas", name, "oneOf") {
            $0.append(["$ref": .string("#/components/schemas/\(voucher)")])
          }
          document.edit("components", "schemas", name, "discriminator", "mapping", "voucher") {
            $0 = .string("#/components/schemas/\(voucher)")
          }
        },
        fixed(
          "a variant of \(name) is gone", way.isSent ? .breaks : .swift, .variant, .removed,
          "\(name).transfer"
        ) { document in
          document.edit("components", "schemas", name, "oneOf") { value in
            value = .array((value?.array ?? []).filter { $0["$ref"]?.string?.contains("Transfer") != true })
          }
          document.edit("components", "schemas", name, "discriminator", "mapping", "transfer") { $0 = nil }
        },
      ]
    }
  }

  static var ofResponses: [PlantedChange] {
    [
      fixed("a new 2xx", .breaks, .response, .added, "202") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "202") { $0 = ["description": "Later."] }
      },
      fixed("a new 2xx that a range covers", .neither, .response, .added, "202") { document in
        document.edit("paths", "/payments", "post", "responses", "202") { response in
          response = ["description": "It.", "content": body("Payment")]
        }
      },
      fixed("a new 2xx of another type than its range", .breaks, .response, .type, "202") { document in
        document.edit("paths", "/payments", "post", "responses", "202") { response in
          response = ["description": "It.", "content": body("Fault")]
        }
      },
      fixed("a 2xx is gone", .breaks, .response, .removed, "201") { document in
        document.edit("paths", "/orders", "post", "responses", "201") { $0 = nil }
      },
      PlantedChange("a new failure") { document, generator in
        let (path, method, name) =
          operations.randomElement(using: &generator) ?? ("/notes", "put", "WriteNote")
        let status = ["403", "451", "503", "default"].randomElement(using: &generator) ?? "403"
        document.edit("paths", path, method, "responses", status) { $0 = ["description": "No."] }
        return [Expected(mark: .swift, unit: .response, kind: .added, names: "\(name).Failure.")]
      },
      fixed("a failure is gone", .swift, .response, .removed, "409") { document in
        document.edit("paths", "/orders", "post", "responses", "409") { $0 = nil }
      },
      fixed("the only failure is gone", .swift, .response, .removed, "404") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "404") { $0 = nil }
      },
      fixed("another type of response", .breaks, .response, .type, "GetOrder.Output") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "200", "content") { $0 = body("Fault") }
      },
      fixed("another type of failure", .breaks, .response, .type, "CreateOrder.Failure") { document in
        document.edit("paths", "/orders", "post", "responses", "422", "content") {
          $0 = body("CustomerEvent")
        }
      },
      fixed("text in place of JSON", .breaks, .response, .type, "GetOrder.Output") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "200", "content") { content in
          content = ["text/plain": ["schema": ["type": "string"]]]
        }
      },
      fixed("a body is gone", .breaks, .response, .type, "GetOrder.Output") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "200", "content") { $0 = nil }
      },
      fixed("a body where there was none", .swift, .response, .type, "DeleteOrder.Output") { document in
        document.edit("paths", "/orders/{id}", "delete", "responses") { responses in
          responses = ["200": ["description": "It.", "content": body("Order")]]
        }
      }.replacing(204, by: 200),
      fixed("a content type beside the old one", .neither, .response, .contentType, "text/csv") { document in
        document.edit("paths", "/orders/{id}", "get", "responses", "200", "content", "text/csv") { $0 = [:] }
      },
      fixed("pages are recognized", .neither, .operation, .paging, "SearchCustomers") { document in
        document.edit("paths", "/customers/search", "get", "responses", "200", "headers") { headers in
          headers = ["Link": ["schema": ["type": "string"]]]
        }
      },
      PlantedChange("pages are no longer recognized") { document, _ in
        document.edit("components", "schemas", "OrderPage", "properties", "next_page_token") { $0 = nil }
        return [
          Expected(mark: .swift, unit: .property, kind: .removed, names: "OrderPage.nextPageToken"),
          Expected(mark: .swift, unit: .operation, kind: .paging, names: "ListOrders"),
        ]
      },
    ]
  }

  /// For one that replaces a status by another: the first is gone, too.
  private func replacing(_ gone: Int, by added: Int) -> PlantedChange {
    PlantedChange(name) { document, generator in
      _ = plant(&document, &generator)
      return [
        Expected(mark: .breaks, unit: .response, kind: .removed, names: "\(gone)"),
        Expected(mark: .breaks, unit: .response, kind: .added, names: "\(added)"),
      ]
    }
  }

  /// Paths, methods and names.
  static let operations = [
    ("/orders", "get", "ListOrders"), ("/orders", "post", "CreateOrder"), ("/orders/{id}", "get", "GetOrder"),
    ("/orders/{id}", "delete", "DeleteOrder"), ("/payments", "post", "Pay"),
    ("/payments/{number}", "get", "GetPayment"), ("/customers/{id}/address", "put", "MoveCustomer"),
    ("/customers/search", "get", "SearchCustomers"), ("/customers/events", "get", "WatchCustomers"),
    ("/login", "post", "Login"), ("/photos", "post", "UploadPhoto"), ("/notes", "put", "WriteNote"),
  ]

  private static func operation(
    _ name: String, where isFit: @escaping (String) -> Bool = { _ in true },
    _ plant: @escaping (inout JSONValue, String, String) -> (Change.Mark, Change.Kind)
  ) -> PlantedChange {
    PlantedChange(name) { document, generator in
      let fitting = operations.filter { isFit($0.2) }
      guard let (path, method, name) = fitting.randomElement(using: &generator) else { return nil }
      let (mark, kind) = plant(&document, path, method)
      return [Expected(mark: mark, unit: .operation, kind: kind, names: name)]
    }
  }

  static var ofOperations: [PlantedChange] {
    [
      operation("an operation is gone") { document, path, method in
        document.edit("paths", path, method) { $0 = nil }
        return (.breaks, .removed)
      },
      fixed("a new operation", .neither, .operation, .added, "GetStock") { document in
        document.edit("paths", "/stock", "get") { operation in
          operation = [
            "operationId": "getStock", "responses": ["200": ["description": "It.", "content": body("Line")]],
          ]
        }
      },
      operation("another path") { document, path, method in
        let operation = document["paths"]?[path]?[method]
        document.edit("paths", "/v2" + path, method) { $0 = operation }
        document.edit("paths", path, method) { $0 = nil }
        return (.breaks, .moved)
      },
      operation("another method", where: { $0 != "ListOrders" }) { document, path, method in
        let operation = document["paths"]?[path]?[method]
        document.edit("paths", path, "patch") { $0 = operation }
        document.edit("paths", path, method) { $0 = nil }
        return (.breaks, .moved)
      },
      operation("another operationId") { document, path, method in
        document.edit("paths", path, method, "operationId") { $0 = "doItNow" }
        return (.swift, .renamed)
      },
      operation("another tag") { document, path, method in
        document.edit("paths", path, method, "tags") { $0 = ["others"] }
        return (.swift, .moved)
      },
      operation("deprecated") { document, path, method in
        document.edit("paths", path, method, "deprecated") { $0 = true }
        return (.neither, .deprecated)
      },
      operation("another way to sign in", where: { $0 != "Login" }) { document, path, method in
        document.edit("paths", path, method, "security") { $0 = [["key": []]] }
        return (.breaks, .security)
      },
      operation("one more key to sign in") { document, path, method in
        document.edit("paths", path, method, "security") { $0 = [["token": [], "key": []]] }
        return (.breaks, .security)
      },
      operation("a second way to sign in", where: { $0 != "Login" }) { document, path, method in
        document.edit("paths", path, method, "security") { $0 = [["token": []], ["key": []]] }
        return (.neither, .security)
      },
      operation("no sign-in", where: { $0 != "Login" }) { document, path, method in
        document.edit("paths", path, method, "security") { $0 = [] }
        return (.neither, .security)
      },
      operation("another server") { document, path, method in
        document.edit("paths", path, method, "servers") { $0 = [["url": "https://other.example.com"]] }
        return (.breaks, .server)
      },
      fixed("another base URL", .breaks, .api, .server, "Shop.baseURL") { document in
        document.edit("servers") { $0 = [["url": "https://shop.example.com/v2"]] }
      },
      fixed("another key", .breaks, .api, .security, "token") { document in
        document.edit("components", "securitySchemes", "token") { scheme in
          scheme = ["type": "apiKey", "in": "header", "name": "X-Token"]
        }
      },
      fixed("another name", .swift, .api, .renamed, "Shop") { document in
        document.edit("info", "title") { $0 = "Store API" }
      },
      PlantedChange("another name of a schema") { document, generator in
        let all = Way.schemas.map(\.name) + ["Payment", "PaymentInput", "OrderPage", "Level"]
        let name = all.randomElement(using: &generator) ?? "Order"
        let text = document.description
          .replacing("\"#/components/schemas/\(name)\"", with: "\"#/components/schemas/Fresh\(name)\"")
          .replacing("\"\(name)\":", with: "\"Fresh\(name)\":")
        document = (try? JSONCoder().decode(JSONValue.self, from: Data(text.utf8))) ?? document
        return [Expected(mark: .swift, unit: .type, kind: .renamed, names: name)]
      },
    ]
  }
}

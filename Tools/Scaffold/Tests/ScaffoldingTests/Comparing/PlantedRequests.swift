import ReparteeJSON

@testable import Scaffolding

extension PlantedChange {
  private static func parameter(
    _ name: String, _ mark: Change.Mark, _ kind: Change.Kind, _ names: String, at place: String...,
    plant: @escaping (inout JSONValue?) -> Void
  ) -> PlantedChange {
    PlantedChange(name) { document, _ in
      document.edit(["paths"] + place[...], with: plant)
      return [Expected(mark: mark, unit: .parameter, kind: kind, names: names)]
    }
  }

  private static func body(
    _ name: String, _ mark: Change.Mark, _ kind: Change.Kind, at place: String...,
    plant: @escaping (inout JSONValue?) -> Void
  ) -> PlantedChange {
    PlantedChange(name) { document, _ in
      document.edit(["paths"] + place[...], with: plant)
      return [Expected(mark: mark, unit: .body, kind: kind, names: "body")]
    }
  }

  private static let form = ["post", "requestBody", "content", "application/x-www-form-urlencoded", "schema"]

  static var ofRequests: [PlantedChange] {
    [
      parameter("a new parameter", .neither, .added, "ListOrders.since", at: "/orders", "get", "parameters") {
        $0.append(["name": "since", "in": "query", "schema": ["type": "string"]])
      },
      parameter(
        "a new required parameter", .breaks, .added, "Pay.shop", at: "/payments", "post", "parameters"
      ) {
        $0.append(["name": "shop", "in": "header", "required": true, "schema": ["type": "string"]])
      },
      parameter(
        "optional becomes required", .breaks, .required, "ListOrders.limit", at: "/orders", "get",
        "parameters", "1"
      ) {
        $0?["required"] = true
      },
      parameter(
        "required becomes optional", .swift, .optional, "ListOrders.sort", at: "/orders", "get", "parameters",
        "3"
      ) {
        $0?["required"] = nil
      },
      parameter(
        "a parameter is gone", .breaks, .removed, "ListOrders.xTrace", at: "/orders", "get", "parameters"
      ) {
        $0 = .array(Array(($0?.array ?? []).dropLast()))
      },
      parameter("another type", .breaks, .type, "ListOrders.limit", at: "/orders", "get", "parameters", "1") {
        $0?["schema"] = ["type": "string"]
      },
      parameter(
        "a list no more", .breaks, .type, "ListOrders.status", at: "/orders", "get", "parameters", "2"
      ) {
        $0?["schema"] = ["type": "string"]
      },
      parameter("another style of a list", .breaks, .style, "status", at: "/orders", "get", "parameters", "2")
      {
        $0?["explode"] = false
      },
      parameter(
        "another style of an object", .breaks, .style, "filter", at: "/customers/search", "get", "parameters",
        "0"
      ) {
        $0?["style"] = "form"
      },
      parameter(
        "in another place", .breaks, .moved, "ListOrders.xTrace", at: "/orders", "get", "parameters", "4"
      ) {
        $0?["in"] = "query"
      },
      parameter(
        "deprecated", .neither, .deprecated, "ListOrders.limit", at: "/orders", "get", "parameters", "1"
      ) {
        $0?["deprecated"] = true
      },
      PlantedChange("another name in the path") { document, _ in
        var item = document["paths"]?["/payments/{number}"]
        item?.edit("get", "parameters", "0", "name") { $0 = "payment" }
        document.edit("paths", "/payments/{payment}") { $0 = item }
        document.edit("paths", "/payments/{number}") { $0 = nil }
        return [Expected(mark: .swift, unit: .parameter, kind: .renamed, names: "GetPayment.number")]
      },
      PlantedChange("parameters in another order") { document, _ in
        document.edit("paths", "/orders", "get", "parameters") { $0?.reverse() }
        return [Expected(mark: .swift, unit: .operation, kind: .reordered, names: "ListOrders.init")]
      },
      parameter("a new field", .neither, .added, "Login.code", at: "/login") {
        $0?.edit(form[...] + ["properties", "code"]) { $0 = ["type": "string"] }
      },
      parameter("a new required field", .breaks, .added, "Login.code", at: "/login") { item in
        item?.edit(form[...] + ["properties", "code"]) { $0 = ["type": "string"] }
        item?.edit(form[...] + ["required"]) { $0.append("code") }
      },
      parameter("a field is required", .breaks, .required, "Login.device", at: "/login") {
        $0?.edit(form[...] + ["required"]) { $0.append("device") }
      },
      parameter("a field is gone", .breaks, .removed, "Login.device", at: "/login") {
        $0?.edit(form[...] + ["properties", "device"]) { $0 = nil }
      },
      parameter("another type of a part", .breaks, .type, "UploadPhoto.count", at: "/photos") { item in
        item?.edit("post", "requestBody", "content", "multipart/form-data", "schema", "properties", "count") {
          $0 = ["type": "boolean"]
        }
      },
      parameter("text in place of a file", .breaks, .type, "UploadPhoto.image", at: "/photos") { item in
        item?.edit("post", "requestBody", "content", "multipart/form-data", "schema", "properties", "image") {
          $0 = ["type": "string"]
        }
      },
      body("the body becomes required", .breaks, .required, at: "/notes", "put", "requestBody") {
        $0?["required"] = true
      },
      body("the body may be left out", .swift, .optional, at: "/orders", "post", "requestBody") {
        $0?["required"] = nil
      },
      body("the form may be left out", .swift, .optional, at: "/login", "post", "requestBody") {
        $0?["required"] = nil
      },
      body("the body is gone", .breaks, .removed, at: "/notes", "put", "requestBody") { $0 = nil },
      body("a new body", .neither, .added, at: "/orders/{id}", "delete", "requestBody") { body in
        body = ["content": ["application/json": ["schema": ["type": "string"]]]]
      },
      body("a new required body", .breaks, .added, at: "/orders/{id}", "delete", "requestBody") { body in
        body = ["required": true, "content": ["application/json": ["schema": ["type": "string"]]]]
      },
      body("another type of body", .breaks, .type, at: "/notes", "put", "requestBody", "content") { content in
        content = ["application/json": ["schema": ["type": "array", "items": ["type": "string"]]]]
      },
      body("another content type", .breaks, .contentType, at: "/notes", "put", "requestBody", "content") {
        content in
        content = ["text/plain": ["schema": ["type": "string"]]]
      },
      body("JSON in place of a form", .breaks, .contentType, at: "/login", "post", "requestBody", "content") {
        content in
        content = [
          "application/json": ["schema": ["type": "object", "properties": ["user": ["type": "string"]]]]
        ]
      },
      body("a content type beside it", .neither, .contentType, at: "/notes", "put", "requestBody", "content")
      {
        $0?["application/xml"] = [:]
      },
    ]
  }

  static var ofWords: [PlantedChange] {
    [
      words("an operation", .operation, "paths", "/orders", "get", "summary"),
      words("a parameter", .parameter, "paths", "/orders", "get", "parameters", "0", "description"),
      words("a response", .response, "paths", "/orders", "get", "responses", "400", "description"),
      words("a type", .type, "components", "schemas", "Address", "description"),
      words("a property", .property, "components", "schemas", "Order", "properties", "id", "description"),
      words("the API", .api, "info", "description"),
      words("a scheme", .api, "components", "securitySchemes", "token", "description"),
    ]
  }

  private static func words(_ name: String, _ unit: Change.Unit, _ path: String...) -> PlantedChange {
    PlantedChange("other words on \(name)") { document, _ in
      document.edit(path[...]) { $0 = "In other words." }
      return [Expected(mark: .words, unit: unit, kind: .words, names: "other")]
    }
  }
}

import Testing

/// What types, cases and keys are called that have no name in the document.
struct NestedNameTests {
  @Test func aNestedTypeMayHideOneThatIsNotUsedThere() throws {
    let text = try scaffolded(
      returning(
        "{type: object, properties: {one: {$ref: '#/components/schemas/One'}, role: {$ref: '#/components/schemas/Role'}}}",
        schemas: """
          Role: {type: object, properties: {id: {type: integer}}}
          One: {type: object, properties: {role: {type: string, enum: [a, b]}}}
          """))
    #expect(text.contains("struct One: Decodable, Sendable {\n  var role: OpenEnum<Role>?\n\n  enum Role"))
  }

  @Test func aNestedTypeThatWouldHideOneIsNamedByItsPlace() throws {
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/AssistantMessage'}",
        schemas: """
          Role: {type: object, properties: {id: {type: integer}}}
          AssistantMessage:
            type: object
            properties: {role: {type: string, enum: [a, b]}, roles: {type: array, items: {$ref: "#/components/schemas/Role"}}}
          """))
    #expect(text.contains("var role: OpenEnum<MessageRole>?") && text.contains("var roles: [Role]?"))
  }

  @Test func anObjectOrItsIdentifierIsCalledSo() throws {
    let text = try scaffolded(
      returning(
        "{type: object, properties: {customer: {anyOf: [{type: string}, {$ref: '#/components/schemas/Customer'}]}}}",
        schemas: "Customer: {type: object, required: [id], properties: {id: {type: string}}}"))
    #expect(text.contains("var customer: CustomerOrID?"))
    #expect(text.contains("case id(String)") && text.contains("case customer(Customer)"))
  }

  @Test func theKeyIsTheNameRatherThanATitle() throws {
    let text = try scaffolded(
      sending(
        "{type: object, properties: {tax: {type: object, title: shared_tax_param, properties: {a: {type: string}}}}}"
      ))
    #expect(text.contains("var tax: Tax?") && !text.contains("SharedTaxParam"))
  }

  @Test func textsBesideAnotherTypeAreCases() throws {
    let union = "{anyOf: [{type: string, enum: [auto, none]}, {type: integer}]}"
    let text = try scaffolded(returning("{type: object, properties: {limit: \(union)}}"))
    #expect(
      text.contains(
        """
            init(from decoder: any Decoder) throws {
              switch try? String(from: decoder) {
              case "auto": self = .auto
              case "none": self = .none
              default:
                if let value = try? Int(from: decoder) {
        """.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")))
    #expect(try scaffolded(sending(union)).contains("case .auto: try \"auto\".encode(to: encoder)"))
  }

  @Test func whatAnEndpointSendsHasItsName() throws {
    let text = try scaffolded(
      sending(
        "{$ref: '#/components/schemas/SendX'}",
        schemas: "SendX: {type: object, properties: {a: {type: string}}}"))
    #expect(text.contains("var body: SendXBody") && text.contains("struct SendXBody: Encodable"))
  }

  @Test func aParametersTypeIsNotWhatTheEndpointReturns() throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            get:
              operationId: getX
              parameters: [{name: output, in: query, schema: {type: string, enum: [a, b]}}]
              responses: {"200": {description: "", content: {application/json: {schema: {type: string}}}}}
          """))
    #expect(text.contains("ResponseMap<String, Never>") && !text.contains("enum Output"))
  }

  @Test func keysThatAreTheNamesOfPropertiesShareALine() throws {
    let keys = "{a: {type: string}, b: {type: string}, Cd: {type: string}, e: {type: string}}"
    let text = try scaffolded(returning("{type: object, properties: \(keys)}"))
    #expect(text.contains("case a, b, e\n      case cd = \"Cd\"\n"))
  }

  /// In an enumeration a case and a type can't have one name.
  @Test func aTypeOfAVariantIsNotCalledAsItsCase() throws {
    func variant(_ value: String) -> String {
      "{type: object, required: [type], properties: {type: {const: \"\(value)\"}, x: {type: integer}}}"
    }
    let text = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Shape'}",
        schemas: "Shape: {oneOf: [\(variant("2d")), \(variant("3d"))]}"))
    #expect(text.contains("case _2d(Shape2d)") && text.contains("struct Shape2d"))
    let titled = try scaffolded(
      returning(
        "{$ref: '#/components/schemas/Shape'}",
        schemas: """
          Shape:
            oneOf:
              - {title: 商品, type: object, properties: {a: {type: string}}}
              - {title: 会員, type: object, properties: {b: {type: string}}}
          """))
    #expect(titled.contains("case 商品(Shape商品)") && titled.contains("struct Shape会員"))
  }

  @Test func aParameterCalledOutputIsNotWhatTheEndpointReturns() throws {
    let text = try scaffolded(
      document(
        paths: """
          /x:
            get:
              operationId: getX
              parameters: [{name: Output, in: query, schema: {type: string, enum: [json, xml]}}]
              responses: {"200": {description: "", content: {application/json: {schema: {type: string}}}}}
          """))
    #expect(text.contains("ResponseMap<String, Never>") && !text.contains("enum Output:"))
  }
}

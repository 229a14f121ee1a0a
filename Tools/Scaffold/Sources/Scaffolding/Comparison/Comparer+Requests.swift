import ReparteeJSON

extension Comparer {
  /// What a request is made of: a parameter, or a field of a form.
  struct Field {
    enum Place: String { case path, query, header, cookie, form, part }

    var place: Place
    /// Distinguishes it from the others: its name, or where it stands in the path.
    var key: String
    var name: String
    var schema: Schema
    var isRequired: Bool
    var isDeprecated = false
    var documentation: String?
    var member: Member?
  }

  func compareRequest(_ one: Side.Call, _ other: Side.Call, _ index: Int) {
    var styles: Set<String> = []
    compareStyles(one.operation, other.operation, index, &styles)
    let fields = (
      old: Self.fields(of: one, on: old).filter { !styles.contains("\($0.place) \($0.name)") },
      new: Self.fields(of: other, on: new).filter { !styles.contains("\($0.place) \($0.name)") }
    )
    let isSameBody = compareBody(one, other, index)
    compareFields(
      isSameBody ? fields.old : fields.old.filter { ![.form, .part].contains($0.place) },
      isSameBody ? fields.new : fields.new.filter { ![.form, .part].contains($0.place) }, (one, other), index)
  }

  private func compareFields(
    _ one: [Field], _ other: [Field], _ calls: (old: Side.Call, new: Side.Call), _ index: Int
  ) {
    func key(_ field: Field) -> String { "\(field.place) \(field.key)" }
    var left = Dictionary(other.map { (key($0), $0) }, uniquingKeysWith: { one, _ in one })
    var gone: [Field] = []
    func spot(_ before: Field?, _ after: Field?) -> Spot {
      func named(_ field: Field?, in plan: EndpointPlan) -> Named {
        Named(
          path: "\(plan.name).\(field?.member?.name ?? field?.name ?? "")", type: field?.member?.fullType)
      }
      let field = before ?? after
      return Spot(
        origin: .operation(index), direction: .sent, unit: .parameter, label: field?.name ?? "",
        key: "field \(field.map(key) ?? "")", before: named(before, in: calls.old.plan),
        after: named(after, in: calls.new.plan))
    }
    for field in one {
      if let next = left.removeValue(forKey: key(field)) {
        compare(field, next, calls, at: spot(field, next))
      } else {
        gone.append(field)
      }
    }
    var added = other.filter { left[key($0)] != nil }
    for field in gone {
      // In another place, under the same name.
      if let next = added.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
        let after = added.remove(at: next)
        report(
          spot(field, after), .moved, .breaks,
          "\(field.name) is in the \(Self.text(after.place)), no longer in the \(Self.text(field.place))")
      } else {
        report(gone: spot(field, nil), .breaks, "\(field.name) is gone")
      }
    }
    for field in added {
      report(
        new: spot(nil, field), field.isRequired ? .breaks : .neither,
        "\(field.name) is new\(field.isRequired ? ", and has to be there" : "")")
    }
    let places = [Field.Place.path, .query, .header, .cookie, .form, .part]
    let order = (one: one.map(key), other: other.map(key))
    for place in places where place != .path {
      let prefix = "\(place) "
      compareOrder(
        order.one.filter { $0.hasPrefix(prefix) }, order.other.filter { $0.hasPrefix(prefix) },
        (place == .form || place == .part ? "fields" : "parameters", calls.old.plan.name),
        operationSpot(calls, index))
    }
  }

  private static func text(_ place: Field.Place) -> String {
    switch place {
    case .path: "path"
    case .query: "query"
    case .header: "header fields"
    case .cookie: "cookies"
    case .form, .part: "form"
    }
  }

  private func compare(
    _ one: Field, _ other: Field, _ calls: (old: Side.Call, new: Side.Call), at spot: Spot
  ) {
    guard let member = one.member, let next = other.member else { return }
    let isReported = compare(
      Side.Value(
        schema: one.schema, type: Self.bare(member.type), nested: calls.old.plan.nested,
        isText: isText(one, of: calls.old, on: old)),
      Side.Value(
        schema: other.schema, type: Self.bare(next.type), nested: calls.new.plan.nested,
        isText: isText(other, of: calls.new, on: new)), at: spot)
    if one.isRequired != other.isRequired {
      let isChanged = member.fullType != next.fullType || member.value != next.value
      report(
        spot, other.isRequired ? .required : .optional,
        other.isRequired ? .breaks : isChanged ? .swift : .neither,
        "\(spot.label) \(other.isRequired ? "has to be there" : "may be left out")", part: "presence")
    } else if !isReported {
      let isField = one.place == .form || one.place == .part
      let isBody = calls.old.operation.body?.isRequired != calls.new.operation.body?.isRequired
      // Of a form that may be left out, all fields may be.
      if !(isField && isBody) { compareSwift(spot) }
    }
    if member.name != next.name, old.assembly.keys == new.assembly.keys { reportRenamed(spot) }
    reportWords(spot, one.documentation, other.documentation)
    reportDeprecation(spot, one.isDeprecated, other.isDeprecated)
  }

  private func isText(_ field: Field, of call: Side.Call, on side: Side) -> Bool {
    switch field.place {
    case .path, .header, .cookie: true
    case .part: FormPart(field.schema, in: side.schemas).isText
    case .query, .form: !call.plan.encoded.contains { $0.name == field.member?.name }
    }
  }

  // MARK: Fields

  private static func fields(of call: Side.Call, on side: Side) -> [Field] {
    let operation = call.operation
    var left = call.plan.members.filter { !$0.isBody }
    func member(_ name: String, isRequired: Bool) -> Member? {
      let index =
        left.firstIndex { $0.key == name && $0.isOptional == !isRequired }
        ?? left.firstIndex { $0.key == name }
      return index.map { left.remove(at: $0) }
    }
    func field(_ place: Field.Place, _ parameter: Parameter, key: String? = nil) -> Field {
      Field(
        place: place, key: key ?? parameter.name, name: parameter.name, schema: parameter.schema,
        isRequired: parameter.isRequired,
        isDeprecated: parameter.isDeprecated || parameter.schema.isDeprecated,
        documentation: parameter.documentation ?? parameter.schema.documentation,
        member: member(parameter.name, isRequired: parameter.isRequired))
    }
    var fields: [Field] = []
    let placeholders = OpenAPIReader.placeholders(of: operation.path)
    let query = FieldList(queryOf: operation, resolve: side.types.resolved)
    var seen: Set<String> = []
    for parameter in operation.parameters {
      switch parameter.place {
      case .path:
        fields.append(
          field(.path, parameter, key: placeholders.firstIndex(of: parameter.name).map(String.init)))
      case .header: fields.append(field(.header, parameter, key: parameter.name.lowercased()))
      case .cookie: fields.append(field(.cookie, parameter))
      case .query:
        for item in query.members(of: parameter) where seen.insert(item.name).inserted {
          var item = item
          item.isDeprecated = item.isDeprecated || parameter.isDeprecated
          fields.append(field(.query, item))
        }
      }
    }
    guard var body = operation.body else { return fields }
    // Whether the form has to be there is compared by itself.
    body.isRequired = true
    var whole = operation
    whole.body = body
    if body.format == .form, let form = FieldList(formOf: whole, resolve: side.types.resolved) {
      fields += form.fields.map { field(.form, $0) }
    } else if body.format == .multipart, case .object(let object) = side.types.resolved(body.schema).shape {
      fields += object.properties.filter { !$0.isReadOnly }.map { property in
        field(
          .part,
          Parameter(
            name: property.key, place: .query, isRequired: property.isRequired, schema: property.schema,
            documentation: property.schema.documentation))
      }
    }
    return fields
  }

  /// Compares how objects and lists are written, and notes those that differ.
  private func compareStyles(
    _ one: Operation, _ other: Operation, _ index: Int, _ differing: inout Set<String>
  ) {
    func styles(_ operation: Operation, on side: Side) -> [String: (style: String, name: String)] {
      var styles: [String: (String, String)] = [:]
      let placeholders = OpenAPIReader.placeholders(of: operation.path)
      for parameter in operation.parameters where parameter.place == .path || parameter.place == .query {
        let field: Field.Place = parameter.place == .path ? .path : .query
        let key = placeholders.firstIndex(of: parameter.name).map(String.init) ?? parameter.name
        let style = Self.style(
          parameter.schema, parameter.arrays, parameter.objects, prefix: parameter.prefix, on: side)
        if let style { styles["\(field) \(field == .path ? key : parameter.name)"] = (style, parameter.name) }
      }
      if let body = operation.body, case .object(let object) = side.types.resolved(body.schema).shape {
        for property in object.properties {
          let field = body.fieldStyles[property.key] ?? FieldStyle()
          let style = Self.style(property.schema, field.arrays, field.objects, prefix: "", on: side)
          if body.format == .form, let style { styles["form \(property.key)"] = (style, property.key) }
        }
      }
      return styles
    }
    let calls = (old: old.calls[operations[index].old], new: new.calls[operations[index].new])
    let after = styles(other, on: new)
    for (key, before) in styles(one, on: old).sorted(by: { $0.key < $1.key }) {
      guard let next = after[key], before.style != next.style,
        before.style.split(separator: " ").first == next.style.split(separator: " ").first
      else { continue }
      var spot = operationSpot(calls, index)
      (spot.unit, spot.label, spot.key) = (.parameter, before.name, "field \(key)")
      report(
        spot, .style, .breaks, "\(before.name) is written in another style", before: nil, after: nil,
        part: "style")
      let place = key.prefix { $0 != " " }
      differing.formUnion(["\(place) \(before.name)", "\(place) \(next.name)"])
      differing.formUnion(Self.memberKeys(before.name, of: one, on: old, place: String(place)))
      differing.formUnion(Self.memberKeys(next.name, of: other, on: new, place: String(place)))
    }
  }

  /// The fields that an object is written as.
  private static func memberKeys(
    _ name: String, of operation: Operation, on side: Side, place: String
  ) -> [String] {
    var schema = operation.parameters.first { $0.place == .query && $0.name == name }?.schema
    if place == "form", let body = operation.body,
      case .object(let object) = side.types.resolved(body.schema).shape
    {
      schema = object.properties.first { $0.key == name }?.schema
    }
    guard let schema, case .object(let object) = side.types.resolved(schema).shape else { return [] }
    return object.properties.map { "\(place) \($0.key)" }
  }

  /// The first word is what it is written of. Nil for a value without parts.
  private static func style(
    _ schema: Schema, _ arrays: Parameter.ArrayStyle, _ objects: Parameter.ObjectStyle, prefix: String,
    on side: Side
  ) -> String? {
    if schema.listElement(side.types.resolved) != nil {
      return "list \(prefix) \(arrays) \(objects == .brackets)"
    }
    switch side.types.resolved(schema).shape {
    case .object, .map: return "object \(prefix) \(objects)"
    default: return prefix.isEmpty ? "value" : "value \(prefix)"
    }
  }
}

extension FormPart {
  var isText: Bool { if case .text = self { true } else { false } }
}

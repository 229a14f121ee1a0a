/// The items of a query or the fields of a form. Where values have parts of their own (`created[gte]=1`,
/// `items[0][price]=p1`), the endpoint is encoded; otherwise the items are written one by one.
struct FieldList {
  private(set) var fields: [Parameter] = []
  private(set) var isEncoded = false
  let isQuery: Bool
  private let resolve: (Schema) -> Schema
  /// Of those that are fields themselves, and precede a member of the same name.
  private var names: Set<String> = []

  init(queryOf operation: Operation, resolve: @escaping (Schema) -> Schema) {
    self.init(operation.parameters.filter { $0.place == .query }, isQuery: true, resolve)
  }

  /// Nil unless the body is a form whose fields are known.
  init?(formOf operation: Operation, resolve: @escaping (Schema) -> Schema) {
    guard let body = operation.body, body.format == .form,
      case .object(let object) = resolve(body.schema).shape
    else { return nil }
    let fields = object.properties.filter { !$0.isReadOnly }.map { property in
      let style = body.fieldStyles[property.key] ?? FieldStyle()
      return Parameter(
        name: property.key, place: .query, isRequired: property.isRequired && body.isRequired,
        schema: property.schema, documentation: property.schema.documentation, arrays: style.arrays,
        objects: style.objects)
    }
    self.init(fields, isQuery: false, resolve)
  }

  private init(_ fields: [Parameter], isQuery: Bool, _ resolve: @escaping (Schema) -> Schema) {
    self.isQuery = isQuery
    self.resolve = resolve
    names = Set(fields.filter { object(of: $0) == nil && !isFreeForm($0) }.map(\.name))
    self.fields = fields.flatMap(members)
    isEncoded = self.fields.contains { $0.objects == .brackets && hasParts($0.schema) }
  }

  /// The fields of an operation, and what each is used for.
  static func uses(in operation: Operation, resolve: @escaping (Schema) -> Schema) -> [(Parameter, TypeUse)] {
    [FieldList(queryOf: operation, resolve: resolve), FieldList(formOf: operation, resolve: resolve)]
      .compactMap { $0 }.flatMap { list in list.fields.map { ($0, list.use(of: $0)) } }
  }

  /// What a field is used for.
  func use(of field: Parameter) -> TypeUse { isEncoded && !isSingle(field) ? .fields : .parameter }

  /// Whether a field of an endpoint that is encoded is written by itself: a list that is not in brackets.
  func isSingle(_ field: Parameter) -> Bool {
    if field.objects == .brackets { return false }
    return isFreeForm(field) || field.schema.listElement(resolve) != nil
  }

  /// Whether the keys of a map are the names of items.
  func isFreeForm(_ field: Parameter) -> Bool {
    guard field.objects == .members, case .map(let value) = resolve(field.schema).shape else { return false }
    return Self.isText(value, resolve)
  }

  static func isText(_ value: Schema, _ resolve: (Schema) -> Schema) -> Bool {
    switch resolve(value).shape {
    case .string, .any: true
    default: false
    }
  }

  /// An object whose members are items is not a field itself.
  func members(of field: Parameter) -> [Parameter] {
    guard let object = object(of: field) else { return [field] }
    return object.properties.filter { !names.contains($0.key) }.map { property in
      Parameter(
        name: property.key, place: .query, isRequired: field.isRequired && property.isRequired,
        schema: property.schema, documentation: property.schema.documentation)
    }
  }

  private func object(of field: Parameter) -> Schema.Object? {
    guard field.objects == .members, case .object(let object) = resolve(field.schema).shape else {
      return nil
    }
    return object
  }

  private func hasParts(_ schema: Schema) -> Bool {
    switch resolve(schema).shape {
    case .object, .map, .union, .any: true
    case .array(let element):
      switch resolve(element).shape {
      case .object, .map, .union, .any, .array: true
      default: false
      }
    default: false
    }
  }
}

extension Schema.Union {
  /// What the value is, of a union with the empty text, which stands for none.
  var valueUnlessEmpty: Schema? {
    let others = variants.filter { variant in
      switch variant.shape {
      case .constant(let value): value.string != ""
      case .enumeration(let enumeration): enumeration.values.map(\.value.string) != [""]
      default: true
      }
    }
    guard others.count < variants.count, !others.isEmpty else { return nil }
    return others.count == 1 ? others[0] : Schema(.union(Schema.Union(variants: others)))
  }
}

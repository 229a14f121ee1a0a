extension TypePlanner {
  /// The type with a name that a schema is, also by way of references; nil for one without a name.
  func declaration(of schema: Schema) -> TypeDeclaration? {
    var schema = schema
    var seen: Set<Schema.Name> = []
    while case .reference(let name) = schema.shape, seen.insert(name).inserted {
      if let declaration = declarations[name] { return declaration }
      guard let next = api.schemas[name] else { return nil }
      schema = next
    }
    return nil
  }
}

/// How a field of a multipart form is sent, or each element of one that is a list.
enum FormPart {
  case file, json, text

  init(_ field: Schema, in schemas: [Schema.Name: Schema]) {
    let values = schemas.alternatives(of: field).flatMap { value in
      if case .array(let element) = value.shape { schemas.alternatives(of: element) } else { [value] }
    }
    if values.contains(where: { $0.shape == .string(.binary) }) {
      self = .file
    } else {
      self = values.contains(where: Self.isJSON) ? .json : .text
    }
  }

  private static func isJSON(_ schema: Schema) -> Bool {
    switch schema.shape {
    case .object, .map, .array, .any: true
    default: false
    }
  }
}

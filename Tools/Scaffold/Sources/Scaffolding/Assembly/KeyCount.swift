/// Counts the keys of models, and whether `.snakeCase` can express them all.
struct KeyCount {
  let schemas: [Schema.Name: Schema]
  var snakeCase = 0
  var isExpressible = true

  mutating func count(_ schema: Schema, _ use: TypeUse) {
    switch schema.shape {
    case .array(let element), .map(let element): count(element, use)
    case .union(let union): for variant in union.variants { count(variant, use) }
    case .object(let object):
      for property in object.properties {
        if KeyStyle.isSnakeCase(property.key) { snakeCase += 1 }
        if use.contains(.encoded), !KeyStyle.isEncodable(property.key) { isExpressible = false }
        count(property.schema, use)
      }
    default: break
    }
  }
}

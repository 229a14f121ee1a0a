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
      // Two keys that are one property by the strategy: `user_id` and `userId`.
      let properties = Set(object.properties.map { KeyStyle.camelCase($0.key) })
      if properties.count < object.properties.count { isExpressible = false }
      for property in object.properties {
        if KeyStyle.isSnakeCase(property.key) {
          snakeCase += 1
          // Only JSON's coder has a strategy.
          if use.isSuperset(of: .fields) { isExpressible = false }
        }
        if use.contains(.encoded), !KeyStyle.isEncodable(property.key) { isExpressible = false }
        count(property.schema, use)
      }
      if let other = object.typedAdditional { count(other, use) }
    default: break
    }
  }
}

import Repartee

struct Color {}

@JSONModel
struct Theme {
  // expect: subscript 'subscript(_:)' requires that 'Color' conform to 'JSONDecodable'
  // expect: instance method 'write(_:forKey:)' requires that 'Color' conform to 'JSONEncodable'
  var color: Color
}

import Repartee

// expect: 'User' declares JSONDecodable and JSONEncodable itself: @JSONModel has nothing to write
@JSONModel
struct User: JSONDecodable, JSONEncodable {
  var name: String

  init(json: JSONReader) throws { name = try json["name"] }

  func write(to json: inout JSONWriter) throws { try json.write(name, forKey: "name") }
}

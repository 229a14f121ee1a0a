import Repartee

// expect: an enum with a raw value needs no macro: enum Role: String, JSONDecodable, JSONEncodable
@JSONModel
enum Role: String, Codable { case admin }

// expect: @JSONModel is for structs and classes: write init(json:) and write(to:) of an enum, with a switch over its
// cases
@JSONModel
enum Shape { case circle(radius: Double) }

// expect: @JSONModel is for structs and classes: the properties of an actor can't be read at once; put them into a
// struct
@JSONModel
actor Account {
  var name = ""
}

// expect: @JSONModel is for structs and classes
@JSONModel
protocol Named {}

// expect: 'Handle' is not Copyable, and a Decodable type must be: put its values into a copyable struct
@JSONModel
struct Handle: ~Copyable {
  var number: Int
}

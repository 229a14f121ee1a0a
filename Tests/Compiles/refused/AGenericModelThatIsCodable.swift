import Repartee

// expect: remove Codable from 'Page': @JSONModel declares it, with the condition that Item can be read and written
@JSONModel
struct Page<Item: Codable>: Codable {
  var items: [Item]
}

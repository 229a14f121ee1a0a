import Repartee

// expect: 'JSONModel' is unavailable: enable the trait Macros in the package line: traits: ["Macros"]
@JSONModel
struct Repository {
  let id: Int
  var topics: [String] = []
}

@JSONModel
public final class Page<Item: Sendable> {
  let items: [Item]

  init(items: [Item]) { self.items = items }
}

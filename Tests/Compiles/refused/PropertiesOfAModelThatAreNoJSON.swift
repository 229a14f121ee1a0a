import Repartee

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
}

final class Owner {}

@JSONModel
struct Account {
  // expect: @JSONModel can't tell how 'age' is stored, as it has @Clamped: write init(json:) and write(to:), or leave
  // it out of CodingKeys
  @Clamped var age: Int
  // expect: 'owner' is weak, so that nothing would hold what is read: leave it out of CodingKeys, with a default value
  weak var owner: Owner?
  // expect: 'parent' is unowned, so that nothing would hold what is read: leave it out of CodingKeys, with a default
  // value
  unowned let parent: Owner
  // expect: 'range' is a tuple, which JSON has no form for: make it a struct
  var range: (Int, Int)?
  // expect: 'action' is a function, which JSON has no form for: leave it out of CodingKeys, with a default value
  var action: @Sendable () -> Void
}

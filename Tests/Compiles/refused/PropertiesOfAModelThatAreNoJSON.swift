import Repartee

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
}

final class Owner {}

@JSONModel
struct Account {
  // expect: @JSONModel can't know how 'age' is stored, because it has @Clamped: write init(json:) and write(to:), or
  // it out of CodingKeys
  @Clamped var age: Int
  // expect: 'owner' is weak, so the decoded object would be released at once: leave it out of CodingKeys, with a
  weak var owner: Owner?
  // expect: 'parent' is unowned, so the decoded object would be released at once: leave it out of CodingKeys, with a
  // value
  unowned let parent: Owner
  // expect: 'range' is a tuple, which JSON can't represent: make it a struct
  var range: (Int, Int)?
  // expect: 'action' is a function, which JSON can't represent: leave it out of CodingKeys, with a default value
  var action: @Sendable () -> Void
}

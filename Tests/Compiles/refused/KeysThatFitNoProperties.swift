import Repartee

@JSONModel
struct User {
  let id: Int
  // expect: 'name' is not in CodingKeys, so it is not read: add it there, or give it a default value
  var name: String
  // expect: 'age' is not in CodingKeys, so it is not read: add it there, or give it a default value
  let age: Int?
  var bio: String?
  var isShown = false
  var initials: String { "" }

  enum CodingKeys: String, CodingKey {
    case id
    // expect: 'nickname' is not a stored property of 'User': remove the case, or add the property
    case nickname
    // expect: 'initials' is not a stored property of 'User': remove the case, or add the property
    case initials
  }
}

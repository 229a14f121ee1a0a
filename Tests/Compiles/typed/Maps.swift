import Foundation
import Repartee
import ReparteeCaching

// Endpoints and their maps, as in other libraries.

// swift-openapi-runtime

let map: ResponseMap<User, UserError> = [.ok(.decode), .notFound(.error(.notFound))]
// says: code(

let map: ResponseMap<User, UserError> = [.success(.decode), .notFound(.error(.notFound))]
// says: code(404,

let map: ResponseMap<User, UserError> = [.created(.decode)]
// says: code(201,

let map: ResponseMap<User, UserError> = [.success(.decode), .unauthorized(.error(.notFound))]
// says: code(401,

let map: ResponseMap<User, UserError> = [.success(.decode), .undocumented(.error(.notFound))]
// says: any

let map: ResponseMap<User, UserError> = [.success(.decode), .code(.notFound, .error(.notFound))]
// says: code(404,

let map: ResponseMap<User, UserError> = [200: .decode, 404: .error(.notFound)]
// says: [.code(200, .decode)

// Alamofire, Moya

let map: ResponseMap<User, Never> = [.statusCode(200, .decode)]
// says: code

let map: ResponseMap<User, Never> = [.code(200..<300, .decode)]
// says: codes

let map: ResponseMap<User, Never> = [.codes([200, 201], .decode)]
// says: codes

let map: ResponseMap<User, Never> = [.codes(200..<300, .decode), .codes(400...499, .decode)]
// compiles

let map: ResponseMap<User, Never> = [.success(User.self)]
// says: .success(.decode)

let map: ResponseMap<User, Never> = [.success(.decode(atKeyPath: "data.user"))]
// says: at:

let map: ResponseMap<User, Never> = [.success(.decode(User.self, atKeyPath: "data"))]
// says: at:

let map: ResponseMap<User, Never> = [.success(.decode(using: JSONDecoder()))]
// says: .json {

let map: ResponseMap<Data, Never> = [.success(.data)]
// says: decode

let map: ResponseMap<String, Never> = [.success(.string)]
// says: decode

let map: ResponseMap<String, Never> = [.success(.text)]
// says: decode

let map: ResponseMap<User, Never> = [.success(.json)]
// says: decode

let map: ResponseMap<JSONValue, Never> = [.success(.decode)]
// compiles

let map: ResponseMap<[User], Never> = [.success(.decode([User].self))]
let other: ResponseMap<User?, Never> = [.code(404, .value(nil)), .success(.decode)]
// compiles

let map: ResponseMap<User, UserError> = [
  .success(.decode), .clientError(.decodeError(transform: UserError.rejected)),
]
// compiles

let map: ResponseMap<User, UserError> = [
  .success(.decode), .any(.error(UserError.notFound)), .code(409, .throw(UserError.notFound)),
]
// says: error

struct GetName: Endpoint {
  var request: Request { .get("/name") }
  static let responses: ResponseMap<String, UserError> = [
    .code(200, .decode),
    .code(404, .error(.notFound)),
  ]
  var path: String { "/name" }
}
// compiles

struct GetName: Endpoint {
  typealias Output = User
  var request: Request { .get("/name") }
  static let responses: ResponseMap<User, Never> = .anySuccess
}
// compiles

// Neighbours of the hints.

let map: ResponseMap<User, UserError> = [.success(.wrong)]
// says: has no member 'wrong'

let map: ResponseMap<User, UserError> = [.code(200, .wrong)]
// says: has no member 'wrong'

let map: ResponseMap<User, UserError> = [.wrong(.decode)]
// says: has no member 'wrong'

let code = 404
let codes = 500..<600
let map: ResponseMap<User, UserError> = [
  .code(code, .error(.notFound)), .codes(codes, .error(.notFound)), .codes(200...299, .decode),
]
// compiles

let cases: [ResponseCase<User, UserError>] = [.success(.decode)]
let map = ResponseMap(cases)
let empty: ResponseMap<User, UserError> = []
// compiles

let outcome: Outcome<User, UserError> = .decode
let map: ResponseMap<User, UserError> = [.success(outcome), .code(422, .decodeError { .rejected($0) })]
// compiles

let map: ResponseMap<User, UserError> = [:]
// says: a list

// These crash the compiler without the hints.

let map: ResponseMap<User, UserError> = [.success(.decode(as: User.self))]
// says: .decode

let map: ResponseMap<[User], UserError> = [.success(.decode(as: [User].self))]
// says: .decode

let map: ResponseMap<User, UserError> = [.success(.decode), .clientError(.decodeError(as: Problem.self))]
// says: .decodeError(Body.self) { … }

// Their neighbours.

let map: ResponseMap<User, UserError> = [.success(.decode(.at("user"), as: User.self))]
// says: .decode(at: "user")

let map: ResponseMap<User, UserError> = [.success(.decode(at: "user", as: User.self))]
// says: .decode(at: "user")

let map: ResponseMap<User, UserError> = [
  .success(.decode(.at("id", as: Int.self), .at("name", as: String.self), as: User.init)),
  .clientError(.decodeError(.at("error"), as: UserError.rejected)),
]
// compiles

let map: ResponseMap<User, UserError> = [
  .success(.decode(.at("user"), as: { $0 })), .code(201, .decode { (user: User) in user }),
]
// compiles

let map: ResponseMap<User, UserError> = [.success(.decode { (user: User) in user.name })]
// says: cannot convert value of type 'String' to closure result type 'User'

import Repartee

struct GetAnything: Endpoint {
  typealias Output = String

  var path: String

  // expect: cannot convert value of type 'String' to expected argument type 'Request.Path'
  var request: Request { .get(path) }
}

// modules: Neighbours
import Neighbours
import Repartee

// The bare names are those of the other module, and Repartee's are where they belong.

struct Screen {
  var path: Path
  var link: Link
  var label: Label
  var query: Query
  var body: Body
  var headers: Headers
  var model: Model
  var header: Header
  var form: Form
  var status: Status
  var kind: Kind
  var target: Target
  var cause: Cause
  var method: Method
}

struct User: Codable, Sendable {
  var name: String
}

struct Search: Endpoint {
  var path: Request.Path = "/search"
  var query: Request.Query = ["q": "a"]
  var headers: Request.Headers = ["X-A": "1"]
  var user = User(name: "a")

  var request: Request {
    var request = Request.post(path, query: query, headers: headers, body: .json(user))
    request.timeout = .seconds(1)
    return request
  }

  static let responses: ResponseMap<User, Never> = [.code(200, .decode)]
}

func next(_ response: Response) -> String? {
  response.link("next")?.description
}

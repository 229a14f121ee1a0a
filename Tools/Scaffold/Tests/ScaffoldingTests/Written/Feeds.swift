import Repartee

struct ListNodes: Endpoint {
  var watch: Bool?

  var request: Request { .get("/v1/nodes", query: ["watch": watch]) }

  // 200 is declared as application/yaml, too.
  static let responses: ResponseMap<NodeList, Never> = [
    .code(200, .decode)
  ]
}

struct ListNodesStream: Endpoint {
  var request: Request { .get("/v1/nodes", query: ["watch": "true"]) }

  // 200 is declared as application/yaml, too.
  static let responses: ResponseMap<ResponseStream<WatchEvent, Never>, Never> = [
    .code(200, .stream(.jsonSequence(of: WatchEvent.self)))
  ]
}

struct WatchNodes: Endpoint {
  var request: Request { .get("/v1/watch/nodes") }

  static let responses: ResponseMap<ResponseStream<WatchEvent, Never>, Never> = [
    .code(200, .stream(.jsonSequence(of: WatchEvent.self)))
  ]
}

struct GetReadings: Endpoint {
  var request: Request { .get("/readings") }

  static let responses: ResponseMap<ResponseStream<Element, Never>, Never> = [
    .code(200, .stream(.jsonSequence(of: Element.self)))
  ]

  struct Element: Decodable, Sendable {
    var at: Int
  }
}

struct GetRows: Endpoint {
  var request: Request { .get("/rows") }

  static let responses: ResponseMap<ResponseStream<Int, Never>, Never> = [
    .code(200, .stream(.jsonLines(of: Int.self)))
  ]
}

struct GetTicks: Endpoint {
  var request: Request { .get("/ticks") }

  static let responses: ResponseMap<ResponseStream<Event, Never>, Never> = [
    .code(200, .stream(.serverSentEvents(of: Event.self)))
  ]

  struct Event: Decodable, Sendable {
    var price: Double
  }
}

struct CreateRun: Endpoint {
  var stream: Bool?

  var request: Request { .post("/runs", query: ["stream": stream]) }

  static let responses: ResponseMap<Output, Never> = [
    .code(200, .decode)
  ]

  struct Output: Decodable, Sendable {
    var id: String
  }
}

struct CreateRunStream: Endpoint {
  var request: Request { .post("/runs", query: ["stream": "true"]) }

  static let responses: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
    .code(200, .stream(.serverSentEvents()))
  ]
}

struct NodeList: Decodable, Sendable {
  var nodes: [String]
}

struct WatchEvent: Decodable, Sendable {
  var type: String
  /// The node.
  var object: [String: JSONValue]
}

import Repartee

struct Poll: Endpoint {
  var request: Request { .get("/job") }
  static let responses: ResponseMap<String, Never> = .anySuccess

  // expect: write the rule as a line of the map: .retryRule { result in … }
  static let retryability: RetryRule? = { _ in .transient }
}

// expect: extra argument 'retryability' in call
let poll = Resource<String, Never>(.get("/job"), .anySuccess, retryability: { _ in .transient })

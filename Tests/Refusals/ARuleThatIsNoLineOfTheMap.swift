import Repartee

struct Poll: Endpoint {
  var request: Request { .get("/job") }
  static let responses: ResponseMap<String, Never> = .anySuccess

  // expect: write the rule as a line of the map: .retryRule { result in … }
  static let transience: TransienceRule? = { _ in .transient }
}

// expect: extra argument 'transience' in call
let poll = Resource<String, Never>(.get("/job"), .anySuccess, transience: { _ in .transient })

extension Request {
  /// The value of a type, for the stages of the client; nil without one.
  public subscript<Value: RequestValue>(type: Value.Type) -> Value? {
    get { values.value(type) }
    set {
      let index = values.firstIndex { $0 is Value }
      switch (index, newValue) {
      case (let index?, let value?): values[index] = value
      case (let index?, nil): values.remove(at: index)
      case (nil, let value?): values.append(value)
      case (nil, nil): break
      }
    }
  }
}

extension AttemptRequest {
  /// The value of a type that the request of the call carries; nil without one.
  public subscript<Value: RequestValue>(type: Value.Type) -> Value? {
    scope.context.request.values.value(type)
  }

  /// The request as its values change it.
  func prepared() throws(AttemptError) -> AttemptRequest {
    let values = scope.context.request.values
    if values.isEmpty { return self }
    var request = self
    for value in values { try value.prepare(&request) }
    do throws(TransportError) { return try request.passed(on: self, appliesToOtherOrigins: true) } catch {
      throw AttemptError(error)
    }
  }
}

extension [any RequestValue] {
  fileprivate func value<Value: RequestValue>(_ type: Value.Type) -> Value? {
    for case let value as Value in self { return value }
    return nil
  }
}

import ReparteeJSON

extension Cursor {
  /// Returns a cursor of a value, such as a date or a struct, which ``PagedEndpoint/request(at:)`` reads with
  /// ``decode(_:)``; nil for nil or a value encoded as null.
  ///
  /// ```swift
  /// func next(
  ///   after page: PageResponse<Output>
  /// ) throws(RequestError) -> Cursor? {
  ///   try .value(page.value.hits.last?.sort)
  /// }
  /// ```
  ///
  /// Cursors of values that are encoded as equal members are equal. Dates keep their precision.
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the value can't be encoded as JSON.
  public static func value(_ value: (some Encodable)?) throws(RequestError) -> Cursor? {
    guard let value else { return nil }
    do {
      let json = try JSONValue(encoding: value, with: coder).text(indentation: nil, sortingKeys: true)
      return json == "null" ? nil : Cursor(json: json)
    } catch {
      throw RequestError(
        .nextPage, "the value of a cursor can't be encoded as JSON (\(type(of: value)))", underlying: error)
    }
  }

  /// Returns the value of a cursor made by ``value(_:)``.
  /// - Throws: Kind ``RequestError/Kind/nextPage`` if the cursor has no value, or one of another type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(RequestError) -> Value {
    guard case .value(let json) = content else {
      throw RequestError(.nextPage, "the cursor has no value: it is a URL or query items")
    }
    do {
      return try Self.coder.decode(type, from: Array(json.utf8))
    } catch {
      // The error of the decoder quotes the value.
      throw RequestError(.nextPage, "the value of the cursor is not of the type \(type)")
    }
  }

  /// No API reads the text, so dates need no format.
  private static let coder = JSONCoder(dates: .deferredToDate)
}

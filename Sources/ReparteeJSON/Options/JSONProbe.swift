/// Called by tasks that decode.
package protocol JSONProbe: AnyObject, Sendable {
  var wantsAll: Bool { get }

  /// - Parameter shape: Nil if all was read and `wantsAll` is false.
  func didRead(_ shape: JSONShape?)

  func didFail(_ kind: JSONError.Kind, at place: String)

  func didSkip(_ kind: JSONError.Kind, at place: String)
}

package protocol ProbedDecoder {
  func noteUnknownValue()

  func noteSkipped(_ error: any Error, ordinal: Int)
}

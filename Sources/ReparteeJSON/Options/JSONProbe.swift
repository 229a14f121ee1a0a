/// Called by tasks that decode.
package protocol JSONProbe: AnyObject, Sendable {
  var alwaysWantsShape: Bool { get }

  /// - Parameter shape: Nil if all was read and `alwaysWantsShape` is false.
  func didRead(_ shape: JSONShape?)

  func didFail(_ kind: JSONError.Kind, at place: String)

  func didSkip(_ kind: JSONError.Kind, at place: String)
}

package protocol ProbedDecoder {
  func noteUnknownValue()

  func noteSkipped(_ error: any Error, ordinal: Int)
}

import HTTPTypes
import ReparteeRedaction

// `print` and `dump` of these show no secrets.

extension ResponseStream: CustomStringConvertible, CustomReflectable {
  /// The status, and the type of the elements.
  public var description: String { "\(head.status.name), a stream of \(Element.self)" }

  /// Shows no values of header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": shownNames(headers, of: request)])
  }
}

extension ResponseStream.AsyncIterator: CustomStringConvertible, CustomReflectable {
  /// The type of the elements.
  public var description: String { "an iterator of a stream of \(Element.self)" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["iterator": description]) }
}

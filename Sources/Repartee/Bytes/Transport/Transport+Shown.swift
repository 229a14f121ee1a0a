#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import ReparteeRedaction

// `print` and `dump` of these show no secrets.

extension ByteStream: CustomStringConvertible, CustomReflectable {
  /// The length, and whether the body can be read again.
  public var description: String {
    "\(length.map { byteCount(Int(clamping: $0)) } ?? "a body of unknown length"), \(isReplayable ? "replayable" : "read once")"
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension ByteStream.AsyncIterator: CustomStringConvertible, CustomReflectable {
  /// A fixed text.
  public var description: String { "an iterator of a body" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["iterator": description]) }
}

extension TransportRequest: CustomStringConvertible, CustomReflectable {
  /// The method, the masked path, and the length of the body.
  public var description: String {
    let path = (redaction ?? Redaction()).masked(url: head.path ?? "/")
    return DisplayText.text(
      "\(head.method.rawValue) \(path), \(body.map { "\($0)" } ?? "no body")", limit: DisplayText.message)
  }

  /// Shows no values of header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
  /// The status, and the length of the body.
  public var description: String { "\(head.status.name), \(body)" }

  /// Shows no values of header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": shownNames(head.headerFields)])
  }
}

extension InMemoryTransport.Request: CustomStringConvertible, CustomReflectable {
  /// The method, the masked path, and the size of the body.
  public var description: String {
    let path = Redaction().masked(url: head.path ?? "/")
    return DisplayText.text(
      "\(head.method.rawValue) \(path), \(body.isEmpty ? "no body" : byteCount(body.count))",
      limit: DisplayText.message)
  }

  /// Shows no values of header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}

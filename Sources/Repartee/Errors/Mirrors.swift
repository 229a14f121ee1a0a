#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import ReparteeRedaction

// Values that contain a body, a URL or header fields: `print` and `dump` of them show no secrets.

extension ByteStream: CustomStringConvertible, CustomReflectable {
  /// The length, and whether the body can be read again; never its content.
  public var description: String {
    "\(length.map { byteCount(Int(clamping: $0)) } ?? "a body of unknown length"), \(isReplayable ? "replayable" : "read once")"
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}

extension ByteStream.AsyncIterator: CustomStringConvertible, CustomReflectable {
  /// A fixed text, without the content of the body.
  public var description: String { "an iterator of a body" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["iterator": description]) }
}

extension TransportRequest: CustomStringConvertible, CustomReflectable {
  /// The method, the path with its secrets masked, and the length of the body.
  public var description: String {
    let path = (redaction ?? Redaction()).masked(url: head.path ?? "/")
    return Shown.text(
      "\(head.method.rawValue) \(path), \(body.map { "\($0)" } ?? "no body")", limit: Shown.message)
  }

  /// A mirror with the names of the header fields, without their values, and the length of the body.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
  /// The status, and the length of the body.
  public var description: String { "\(head.status.name), \(body)" }

  /// A mirror with the names of the header fields, without their values, and the length of the body.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": shownNames(head.headerFields)])
  }
}

extension StreamedResponse: CustomStringConvertible {
  /// The status.
  public var description: String { "\(head.status.name), streamed" }
}

extension FailableStream: CustomStringConvertible, CustomReflectable {
  /// The status, and the type of the elements.
  public var description: String { "\(head.status.name), a stream of \(Element.self)" }

  /// A mirror with the names of the header fields, without their values.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": shownNames(head.headerFields)])
  }
}

extension FailableStream.AsyncIterator: CustomStringConvertible, CustomReflectable {
  /// The type of the elements, without any element.
  public var description: String { "an iterator of a stream of \(Element.self)" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["iterator": description]) }
}

extension InMemoryTransport.Request: CustomStringConvertible, CustomReflectable {
  /// The method, the path with its secrets masked, and the size of the body.
  public var description: String {
    let path = Redaction().masked(url: head.path ?? "/")
    return Shown.text(
      "\(head.method.rawValue) \(path), \(body.isEmpty ? "no body" : byteCount(body.count))",
      limit: Shown.message)
  }

  /// A mirror with the names of the header fields, without their values, and the size of the body.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": description, "headers": shownNames(head.headerFields)])
  }
}

extension MultipartForm: CustomStringConvertible, CustomReflectable {
  /// The number of parts.
  public var description: String { "a form of \(count == 1 ? "1 part" : "\(count) parts")" }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["form": description]) }
}

extension Response.Link: CustomStringConvertible, CustomReflectable {
  /// The relations and the target, with secrets masked.
  public var description: String {
    let target = Redaction().masked(url: target.absoluteString)
    return Shown.text("\(Shown.names(relations)): \(target)", limit: Shown.description)
  }

  /// The description only.
  public var customMirror: Mirror { Mirror(self, children: ["link": description]) }
}

/// Returns the names of header fields, without their values.
func shownNames(_ fields: HTTPFields) -> String { Shown.names(fields.map(\.name.rawName)) }

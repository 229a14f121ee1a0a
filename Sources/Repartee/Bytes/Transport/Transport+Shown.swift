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
    let path = (redacting?() ?? Redaction()).masked(url: head.path ?? "/")
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

/// `817 bytes`, `1.5 MB` (powers of ten).
package func byteCount(_ count: Int) -> String {
  switch count {
  case 1: return "1 byte"
  case ..<1_000: return "\(count) bytes"
  default:
    var value = Double(count) / 1_000
    var unit = 0
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    let rounded = value < 10 ? (value * 10).rounded() / 10 : value.rounded()
    let text = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    return "\(text) \(units[unit])"
  }
}

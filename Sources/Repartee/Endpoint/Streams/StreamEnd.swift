import ReparteeJSON

/// The event that ends a stream of server-sent events. What follows it is not read.
///
/// | the server sends last | is |
/// | --- | --- |
/// | `data: [DONE]` | `"[DONE]"`, or `.data(text)` |
/// | `event: done` | `.event("done")` |
/// | `event: response.completed`, `data: {"id": 7}`, which is an element | `.lastEvent("response.completed")` |
/// | `data: [DONE]`, or nothing | `.ifSent("[DONE]")` |
///
/// The stream is complete only with this event: a body that ends before it fails with
/// ``TransportError/Kind/connectionLost`` after the received elements. With ``ifSent(_:)`` the end of the body is an
/// end, too.
public struct StreamEnd: Sendable, Hashable, ExpressibleByStringLiteral {
  private enum Mark: Sendable, Hashable {
    case data(String)
    case event(String)
    case lastEvent(String)
  }

  private let mark: Mark
  private(set) var isOptional = false

  private init(_ mark: Mark) { self.mark = mark }

  /// An event with this data.
  public init(stringLiteral text: String) { self = .data(text) }

  /// An event with this data, which is no element.
  public static func data(_ text: String) -> StreamEnd { StreamEnd(.data(text)) }

  /// An event of this type, also one without data. It is no element.
  public static func event(_ type: String) -> StreamEnd { StreamEnd(.event(type)) }

  /// An event of this type. Its data is the last element.
  public static func lastEvent(_ type: String) -> StreamEnd { StreamEnd(.lastEvent(type)) }

  /// This end, which the server may leave out: the end of the body is then the end of the stream, which is not reopened
  /// for it.
  public static func ifSent(_ end: StreamEnd) -> StreamEnd {
    var end = end
    end.isOptional = true
    return end
  }
}

extension StreamEnd {
  /// Whether the event of this end can be an element.
  var isElement: Bool {
    if case .lastEvent = mark { true } else { false }
  }

  /// Whether the event of this end is recognised by its data, which need not be JSON.
  var isData: Bool {
    if case .data = mark { true } else { false }
  }

  func isReached(byData data: String, type: String) -> Bool {
    switch mark {
    case .data(let text): data.hasSameBytes(as: text)
    case .event(let end), .lastEvent(let end): type.hasSameBytes(as: end)
    }
  }

  var isMissing: TransportError {
    let event =
      switch mark {
      case .data(let text): "the event with the data \"\(DisplayText.text(text, limit: DisplayText.name))\""
      case .event(let type), .lastEvent(let type):
        "the event \"\(DisplayText.text(type, limit: DisplayText.name))\""
      }
    return TransportError(
      .connectionLost,
      message: "the body ended without \(event): if the server may leave it out, declare the end as .ifSent")
  }
}

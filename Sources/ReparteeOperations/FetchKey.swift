import HTTPTypes
import Repartee

/// What equal calls have in common.
struct FetchKey: Sendable, Hashable {
  /// Method, URL and header fields, as bytes: texts that Unicode counts as equal may name different users.
  private let head: [UInt8]
  private let login: SessionLogin?
  private let call: ComparableCall
  /// Stages that follow may add what names a user. The fetch keeps them.
  private let next: ObjectIdentifier?

  /// Nil for a request that is not shared.
  init?(_ request: AttemptRequest, _ next: NextStage) {
    let method = request.head.method
    // A signature is another one for each request. A stream that is reopened continues where it broke off.
    guard method == .get || method == .head, request.body == nil, !request.isSigned,
      request.cause != .reopening, !request.earlier.contains(where: { $0.cause == .reopening }),
      let call = ComparableCall(request)
    else { return nil }
    var head: [UInt8] = []
    for part in [method.rawValue, request.head.scheme, request.head.authority, request.head.path] {
      head.append(line: part ?? "")
    }
    for field in request.headers where !FieldNames.ofCalls.contains(field.name) {
      head.append(line: field.name.canonicalName)
      head.append(line: field.value)
    }
    self.head = head
    self.call = call
    self.next = next.identity
    login = request.login
  }
}

extension [UInt8] {
  /// No part of a request has a line feed.
  fileprivate mutating func append(line: String) {
    append(contentsOf: line.utf8)
    append(UInt8(ascii: "\n"))
  }
}

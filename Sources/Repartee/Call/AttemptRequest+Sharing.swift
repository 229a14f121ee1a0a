// What one fetch for several calls has to know of each.

/// Limits and values by which calls with equal requests may differ.
package struct ComparableCall: Sendable, Hashable {
  private let parts: [any Hashable & Sendable]

  /// Nil if a value of the call can't be compared.
  package init?(_ request: AttemptRequest) {
    var parts: [any Hashable & Sendable] = [request.call.headTimeout, request.call.idleTimeout]
    for value in request.call.values {
      guard let value = value as? any RequestValue & Hashable else { return nil }
      parts.append(value)
    }
    self.parts = parts
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.parts.map { AnyHashable($0) } == other.parts.map { AnyHashable($0) }
  }

  package func hash(into hasher: inout Hasher) {
    for part in parts { part.hash(into: &hasher) }
  }
}

extension NextStage {
  /// That of the stages that follow: only clients with the same settings have the same. It may be that of others once
  /// this is released.
  package var identity: ObjectIdentifier? { chain.map { ObjectIdentifier($0) } }
}

extension AttemptRequest {
  /// ``Client/maximumBodySize``.
  package var maximumBodySize: Int { limits.bodySize }

  /// A body whose reader waits no longer than ``Client/idleTimeout``, as the call's own does.
  package func withIdleTimeout(_ body: ByteStream) -> ByteStream {
    limits.idle.asLimit.map { body.watched(idle: $0, clock: limits.deadline.clock) } ?? body
  }
}

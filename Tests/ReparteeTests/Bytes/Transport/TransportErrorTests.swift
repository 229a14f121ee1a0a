import Foundation
import Repartee
import TestSupport
import Testing

struct TransportErrorTests {
  private let kinds: [TransportError.Kind] = [
    .cancelled, .timedOut(.connect), .timedOut(.head), .timedOut(.idle), .timedOut(.total), .offline,
    .hostNotFound,
    .cannotConnect, .connectionLost, .tls, .protocolViolation, .bodyTooLarge(limit: 1), .bodyConsumed,
    .requestBody, .other,
  ]

  @Test func everyKindHasItsOwnMessage() {
    #expect(Set(kinds.map { TransportError($0).message }).count == kinds.count)
    #expect(
      TransportError(.bodyTooLarge(limit: 2_000)).description == "the body is larger than the limit of 2 kB")
    #expect(TransportError(.tls, message: "mine").description == "mine")
  }

  @Test func aProgramCanDistinguishThem() {
    #expect(kinds.filter { TransportError($0).isCancellation } == [.cancelled])
    #expect(
      kinds.filter { TransportError($0).isTimeout }
        == [.timedOut(.connect), .timedOut(.head), .timedOut(.idle), .timedOut(.total)])
    #expect(
      kinds.filter { TransportError($0).isOffline } == [
        .timedOut(.connect), .offline, .hostNotFound, .cannotConnect,
      ])
  }
}

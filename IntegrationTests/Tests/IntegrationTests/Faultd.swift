import Foundation
import Repartee

/// The project's own server of faults (IntegrationTests/Servers/faultd.py), where REPARTEE_FAULTD says that it is.
enum Faultd {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_FAULTD"]

  static let isRunning = baseURL != nil
}

/// One of its streams, read in one of the ways that there are. The server closes its connections without a word, so
/// that none is to be used again.
struct ReadFault<Element: Sendable>: ResourceConvertible {
  var scenario: String
  var format: StreamFormat<Element>

  var resource: Resource<ResponseStream<Element>, Never> {
    Resource(.get("/\(scenario)", headers: ["Connection": "close"]), [.code(200, .stream(format))])
  }
}

import Foundation
import Repartee

/// The project's own server of faults (IntegrationTests/Servers/faultd.py), where REPARTEE_FAULTD says that it is.
enum Faultd {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_FAULTD"]

  static let isRunning = baseURL != nil
}

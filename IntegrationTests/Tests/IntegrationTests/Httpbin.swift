import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// httpbin, where REPARTEE_HTTPBIN says that it is.
enum Httpbin {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_HTTPBIN"]

  static let isRunning = baseURL != nil

  static var client: Client { Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient) }
}

import Foundation
import Repartee
import ReparteeAsyncHTTPClient

/// What the bytes go over.
enum Wire: CaseIterable {
  case asyncHTTPClient, urlSession

  func client(of baseURL: String?) -> Client {
    switch self {
    case .asyncHTTPClient: Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient)
    case .urlSession: Client(baseURL: baseURL ?? "", transport: .urlSession)
    }
  }

  /// Whether a POST on a connection that is closed at that moment may wait for its time limit, as Foundation's on
  /// Linux do.
  var missesEvents: Bool { !sendsInChunks }

  /// Whether a body without a known length goes in chunks. Foundation on Linux collects it first.
  var sendsInChunks: Bool {
    #if os(Linux)
    self != .urlSession
    #else
    true
    #endif
  }
}

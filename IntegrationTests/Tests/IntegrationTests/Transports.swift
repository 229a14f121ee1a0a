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
}

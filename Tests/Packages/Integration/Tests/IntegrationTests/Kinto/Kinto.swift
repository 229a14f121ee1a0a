import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import Testing

/// Kinto, where REPARTEE_KINTO says that it is.
enum Kinto {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_KINTO"]

  static let isRunning = baseURL != nil

  static let json = JSONCoder(keys: .snakeCase, dates: .millisecondsSince1970)

  static var client: Client {
    Client(baseURL: "\(baseURL ?? "")/v1", transport: .asyncHTTPClient, json: json)
  }

  /// One account for all tests: Kinto takes its time to hash a password.
  static let signedIn = Task {
    let account = Account(name: "ada-\(unique())", password: "s3cr3t")
    _ = try await client.send(SignUp(account: account))
    return client.signedIn(as: account)
  }

  static func unique() -> String { UUID().uuidString.lowercased() }
}

extension Client {
  func signedIn(as account: Account) -> Client {
    let credentials = Data("\(account.name):\(account.password)".utf8).base64EncodedString()
    var client = self
    client.headers[.authorization] = "Basic \(credentials)"
    return client
  }
}

extension Trait where Self == ConditionTrait {
  static var needsKinto: Self {
    .enabled(if: Kinto.isRunning, "REPARTEE_KINTO is not set; Scripts/integration starts one")
  }
}

import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import Testing

/// InfluxDB 1, where REPARTEE_INFLUXDB says that it is.
enum InfluxDB {
  static let baseURL = ProcessInfo.processInfo.environment["REPARTEE_INFLUXDB"]

  static let isRunning = baseURL != nil

  static var client: Client {
    Client(baseURL: baseURL ?? "", transport: .asyncHTTPClient, json: JSONCoder(keys: .snakeCase))
  }
}

extension Trait where Self == ConditionTrait {
  static var needsInfluxDB: Self {
    .enabled(if: InfluxDB.isRunning, "REPARTEE_INFLUXDB is not set; Scripts/integration starts one")
  }
}

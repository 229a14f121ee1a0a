import Repartee

/// Why InfluxDB says no, by a status or within a 200.
enum InfluxDBFailure: Error, Hashable {
  /// Statements that can't be parsed, parameters that are not there: nothing was done.
  case refused(String)
  /// There is no such database to write to.
  case noDatabase(String)
  /// One of the statements failed, which the others don't tell.
  case statement(Int, error: String)
  /// Some points were written, and so many were not.
  case partialWrite(String, dropped: Int)

  static let responses: ResponseMap<Never, InfluxDBFailure> = [
    .code(404, .decodeError(.at("error"), as: noDatabase)),
    .clientError(.decodeError(.at("error"), as: refused)),
  ]

  /// InfluxDB says what became of a write in a sentence only: `partial write: REASON dropped=COUNT`.
  static func writing(_ message: String) -> InfluxDBFailure {
    guard let match = message.wholeMatch(of: /partial write: (.*) dropped=(\d+)/.dotMatchesNewlines()),
      let dropped = Int(match.2)
    else { return .refused(message) }
    return .partialWrite(String(match.1), dropped: dropped)
  }
}

import Repartee
import SwiftCSV

typealias Rows = [[String: String]]

nonisolated extension Outcome {
  /// The body is CSV (RFC 4180), and the output is made of its
  /// rows: what stands in each column, by its name.
  static func csv(
    _ make: @escaping @Sendable (Rows) throws -> Output
  ) -> Outcome {
    Outcome { response, _ in
      let table = try NamedCSV(
        string: response.decode(String.self), delimiter: .comma)
      if table.header.isEmpty
        || response.contentType?.parameters["header"] == "absent"
      {
        throw BodyDecodingError(
          message: "the columns have no names")
      }
      return .success(try make(table.rows))
    }
    .when("text/csv")
  }
}

nonisolated extension Request.Body {
  /// Rows of CSV, with the column names first and every value in quotes (RFC 4180, section 2).
  static func csv(_ rows: [[String]]) -> Request.Body {
    let lines = rows.map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
    }
    return .text(lines.joined(), contentType: "text/csv; charset=utf-8; header=present")
  }
}

/// An input that can't be read: which file, where, and what is wrong.
public struct InputError: Error, CustomStringConvertible, Equatable {
  public var file: String
  /// Counts from 1; nil where the place is not known.
  public var line: Int?
  public var column: Int?
  public var message: String

  public init(_ message: String, file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `api.json:12:5: error: …`, as compilers write it.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file)\(place): error: \(message)".printable
  }
}

extension String {
  /// A copy for a terminal: control characters of a document are escaped.
  public var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

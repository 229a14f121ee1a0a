import Repartee
import ReparteeJSON

/// What the command line says.
struct Options: Sendable {
  enum TransportName: String, CaseIterable {
    case asyncHTTPClient = "async-http-client"
    case urlSession = "url-session"
  }

  enum Format: String, CaseIterable {
    case json, text, data, empty
    case validatedEmpty = "validated-empty"
    case lines, ndjson, events, array
  }

  enum Redirects: Equatable {
    case byDefault, off
    case atMost(Int)
  }

  var url = ""
  var transport = TransportName.asyncHTTPClient
  var method: String?
  var headers: [(name: String, value: String)] = []
  var bearer: String?
  var refresh: String?
  var idempotency = Request.Idempotency.byMethod
  var body: String?
  var hasStalledBody = false
  var deadline: Double?
  var idle: Double?
  var maximumBodySize: Int?
  var redirects = Redirects.byDefault
  var retries = 0
  var isObserved = false
  var format = Format.json
  var place: [JSONPath.Component] = []
  var declared: [Int] = []
  var count: Int?
  var parallel = 1
  var rootCertificate: String?
  var usesHTTP2 = false
  var next: String?

  var isStream: Bool { [.lines, .ndjson, .events, .array].contains(format) }
  var callCount: Int { count ?? parallel }

  init(_ arguments: [String]) throws(UsageError) {
    var arguments = arguments[...]
    var urls: [String] = []
    while let argument = arguments.popFirst() {
      if argument.hasPrefix("--") {
        try read(argument, from: &arguments)
      } else {
        urls.append(argument)
      }
    }
    guard let url = urls.first, urls.count == 1 else { throw UsageError(message: "there has to be one URL") }
    self.url = url
    try check()
  }

  private mutating func read(_ option: String, from arguments: inout ArraySlice<String>) throws(UsageError) {
    switch option {
    case "--http2": return usesHTTP2 = true
    case "--stalled-body": return hasStalledBody = true
    case "--observe": return isObserved = true
    case "--idempotency-key": return idempotency = .key(Self.key(from: &arguments))
    default: break
    }
    guard Self.names.contains(option) else { throw UsageError(message: "there is no option \(option)") }
    guard let value = arguments.popFirst() else { throw UsageError(message: "\(option) needs a value") }
    switch option {
    case "--transport": transport = try choice(option, value)
    case "--method": method = value
    case "--header": headers.append(try header(value))
    case "--bearer": bearer = value
    case "--refresh": refresh = value
    case "--body": body = value
    case "--deadline": deadline = try seconds(option, value)
    case "--idle": idle = try seconds(option, value)
    case "--max-body": maximumBodySize = try number(option, value, from: 0)
    case "--redirects": redirects = value == "off" ? .off : .atMost(try number(option, value, from: 0))
    case "--retries": retries = try number(option, value, from: 0, to: 1_000)
    case "--as": format = try choice(option, value)
    case "--at": place = JSONPath(value).components
    case "--declare": declared.append(try number(option, value, from: 100, to: 999))
    case "--count": count = try number(option, value, from: 1)
    case "--parallel": parallel = try number(option, value, from: 1)
    case "--root-certificate": rootCertificate = value
    default: next = value
    }
  }

  /// What stands behind an option that takes a value or none: no other option, and no URL.
  private static func key(from arguments: inout ArraySlice<String>) -> String? {
    guard let next = arguments.first, !next.hasPrefix("--"), !next.contains("://") else { return nil }
    return arguments.removeFirst()
  }

  static let flags: Set = ["--http2", "--stalled-body", "--observe", "--idempotency-key"]

  static let names: Set = [
    "--transport", "--method", "--header", "--bearer", "--body", "--deadline", "--idle", "--max-body",
    "--refresh", "--redirects", "--retries",
    "--as", "--at", "--declare", "--count", "--parallel", "--root-certificate", "--then",
  ]

  /// What each option takes, but not beside another one.
  private func check() throws(UsageError) {
    if !place.isEmpty, ![.json, .ndjson, .array].contains(format) {
      throw UsageError(message: "--at goes with --as json, ndjson or array")
    }
    if place.count > 5 { throw UsageError(message: "--at takes 5 steps at most") }
    if format == .array, place.contains(where: { $0.intValue != nil }) {
      throw UsageError(message: "--at takes keys only with --as array")
    }
    if body != nil, hasStalledBody {
      throw UsageError(message: "--body and --stalled-body exclude each other")
    }
    if next != nil, callCount > 1 { throw UsageError(message: "--then goes with one call") }
  }
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ option: String, _ value: String
) throws(UsageError) -> Choice {
  if let choice = Choice(rawValue: value) { return choice }
  let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
  throw UsageError(message: "\(option) is one of \(choices)")
}

private func number(
  _ option: String, _ value: String, from least: Int, to most: Int = .max
) throws(UsageError) -> Int {
  if let number = Int(value), number >= least, number <= most { return number }
  throw UsageError(
    message: "\(option) takes a whole number of \(least) or more\(most == .max ? "" : ", to \(most)")")
}

private func seconds(_ option: String, _ value: String) throws(UsageError) -> Double {
  if let seconds = Double(value), seconds >= 0 { return seconds }  // not a number is not at least 0
  throw UsageError(message: "\(option) takes a number of seconds")
}

private func header(_ text: String) throws(UsageError) -> (name: String, value: String) {
  guard let colon = text.unicodeScalars.firstIndex(of: ":") else {
    throw UsageError(message: "--header takes 'NAME: VALUE'")
  }
  let value = text.unicodeScalars[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
  return (String(text.unicodeScalars[..<colon]), String(value))
}

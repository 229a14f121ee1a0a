package import HTTPTypes

extension HTTPRequest {
  /// The full URL of a request head.
  package var urlText: String { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}

package import HTTPTypes

extension HTTPRequest {
  /// The full URL that a head on the wire is for.
  package var urlText: String { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}

package import HTTPTypes

extension HTTPRequest {
  package var urlText: String { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}

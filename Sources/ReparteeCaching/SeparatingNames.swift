import HTTPTypes
import Repartee

extension ResponseCache {
  static let knownUserFields = [
    "As-User", "CallerObjectId", "Dropbox-API-Path-Root", "Dropbox-API-Select-Admin",
    "Dropbox-API-Select-User",
    "Impersonate-Group", "Impersonate-Uid", "Impersonate-User", "MSCRMCallerID", "On-Behalf-Of",
    "OpenAI-Organization", "OpenAI-Project", "Remote-User", "Stripe-Account", "Stripe-Context",
    "X-Account", "X-Account-Id", "X-Act-As", "X-Auth-Request-Email", "X-Auth-Request-User", "X-Company-Id",
    "X-Customer-Id", "X-Device-Id", "X-Forwarded-Email", "X-Forwarded-Preferred-Username", "X-Forwarded-User",
    "X-Goog-AuthUser", "X-Goog-User-Project", "X-Grafana-Org-Id", "X-Guest-Id", "X-Impersonate-User",
    "X-Impersonated-User", "X-Member-Id", "X-MS-Client-Principal-Id", "X-MS-Client-Principal-Name",
    "X-On-Behalf-Of", "X-Org-Id", "X-Organization", "X-Organization-Id", "X-Profile-Id", "X-Project-Id",
    "X-Remote-User", "X-Scope-OrgID", "X-Session-Id", "X-Team-Id", "X-Tenant", "X-Tenant-Id", "X-User",
    "X-User-Email", "X-User-Id", "X-User-Name", "X-Username", "X-Vault-Namespace", "X-WebAuth-User",
    "X-Workspace-Id", "Xero-Tenant-Id",
  ]

  static let knownIgnoredFields =
    [
      // Negotiation, conditions and hints (RFC 9110, RFC 9111, RFC 7240, RFC 9218).
      "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "If-*",
      "Origin", "Pragma", "Prefer", "Priority", "Range", "Referer", "User-Agent",
      // Fields of the connection.
      "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Upgrade",
    ] + FieldNames.namesOfCalls
}

/// Which header fields of a request separate responses, besides its credentials.
struct SeparatingNames: Sendable {
  private let ownIgnored: FieldNames
  private let ownOfUsers: FieldNames
  private static let ignored = FieldNames(ResponseCache.knownIgnoredFields)
  private static let ofUsers = FieldNames(ResponseCache.knownUserFields)

  init(ofUsers: [String], ignored: [String]) {
    ownOfUsers = FieldNames(ofUsers)
    ownIgnored = FieldNames(ignored)
  }

  /// With a credential every unknown field separates responses, since it may name whom the request is for.
  func contains(_ name: HTTPField.Name, withCredential: Bool) -> Bool {
    if ownIgnored.contains(name) { return false }
    if ownOfUsers.contains(name) { return true }
    return withCredential ? !Self.ignored.contains(name) : Self.ofUsers.contains(name)
  }
}

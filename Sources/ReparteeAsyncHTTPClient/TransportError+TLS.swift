#if AsyncHTTPClient
import NIOSSL
import Repartee

extension TransportError {
  /// No request was sent.
  init(handshake error: NIOSSLError) {
    self.init(.tls, message: Self.reason(named: "\(error)"), underlying: error)
  }

  init(certificate error: NIOSSLExtraError) {
    let isHost = error == .failedToValidateHostname
    self.init(
      .tls, message: isHost ? "the server's certificate is for another host" : nil, underlying: error)
  }

  /// The reason, from BoringSSL's name or the server's alert (RFC 8446, section 6.2).
  private static func reason(named text: String) -> String {
    let reasons = [
      (
        "CERTIFICATE_VERIFY_FAILED",
        "the server's certificate has expired, or is not signed by anyone who is trusted"
      ),
      ("ALERT_PROTOCOL_VERSION", "the server refuses this version of the TLS protocol"),
      ("UNSUPPORTED_PROTOCOL", "the server has no version of the TLS protocol that is secure (1.2 or later)"),
      ("WRONG_VERSION_NUMBER", "what the server sends is not TLS"),
      ("ALERT_CERTIFICATE_REQUIRED", "the server wants a certificate of the client"),
      ("ALERT_UNKNOWN_CA", "the server does not trust the client's certificate"),
      ("ALERT_BAD_CERTIFICATE", "the server does not trust the client's certificate"),
      (
        "ALERT_HANDSHAKE_FAILURE",
        "the server refuses the handshake: no cipher in common, or no certificate of the client"
      ),
      ("EOF during handshake", "the server closed the connection during the handshake"),
    ]
    let reason = reasons.first { text.contains($0.0) }
    return reason.map { "no secure connection could be made: \($0.1)" }
      ?? "no secure connection could be made"
  }
}
#endif

/// The options of curl, and what is said of those that are not written.
enum CurlOptions {
  /// The options in a word: `--data=x` is `--data x`, and `-sXPUT` is `-s -X PUT`. What is none has no name.
  static func options(in word: String) -> [(name: String, value: String?)] {
    guard word.hasPrefix("-"), word != "-" else { return [("", nil)] }
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? [(String(parts[0]), String(parts[1]))] : [(word, nil)]
    }
    var options: [(name: String, value: String?)] = []
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      guard letters.contains(letter) else {
        options.append(("-\(letter)", nil))
        continue
      }
      options.append(("-\(letter)", rest.isEmpty ? nil : String(rest)))
      break
    }
    return options
  }

  static func hasValue(_ option: String) -> Bool {
    read.contains(option) || withValue.contains(option)
      || (option.count == 2 && letters.contains(option.last ?? "-"))
  }

  /// Nil for what only changes what curl shows, or what every client does.
  static func note(on option: String) -> String? {
    if silent.contains(option) { return nil }
    for (options, text) in notes where options.contains(option) { return "`\(option)`: \(text)." }
    return hasValue(option)
      ? "`\(option)` is not written: it says nothing of the request."
      : "`\(option)` is not known, and not written."
  }

  /// The options of one letter that have a value.
  private static let letters = Set("AbcCdDeEFHKmoPQrtTuUwxXyYz")

  private static let read: Set<String> = [
    "--aws-sigv4", "--cookie", "--data", "--data-ascii", "--data-binary", "--data-raw", "--data-urlencode",
    "--form",
    "--form-string", "--header", "--json", "--oauth2-bearer", "--request", "--upload-file", "--url",
    "--url-query",
    "--user",
  ]

  /// What curl shows or keeps, and what the library does anyway: redirects and content codings.
  private static let silent: Set<String> = [
    "-#", "-D", "-L", "-N", "-S", "-f", "-g", "-i", "-q", "-s", "-v", "-w", "--basic", "--compressed",
    "--disable",
    "--dump-header", "--fail", "--fail-early", "--fail-with-body", "--globoff", "--http1.1", "--http2",
    "--include",
    "--libcurl", "--location", "--no-buffer", "--no-progress-meter", "--parallel", "--progress-bar",
    "--silent",
    "--show-error", "--show-headers", "--stderr", "--styled-output", "--tcp-nodelay", "--tr-encoding",
    "--trace",
    "--trace-ascii", "--trace-time", "--verbose", "--write-out",
  ]

  private static let notes: [(options: Set<String>, text: String)] = [
    (
      [
        "-k", "--insecure", "--cacert", "--capath", "--crlfile", "--pinnedpubkey", "--cert-status",
        "--proxy-insecure",
      ],
      "which certificates are valid is a setting of the transport"
    ),
    (
      ["-E", "--cert", "--cert-type", "--key", "--key-type", "--pass"],
      "a certificate of the client is a setting of the transport"
    ),
    (
      [
        "-x", "--proxy", "--preproxy", "-U", "--proxy-user", "--noproxy", "--proxy-header", "--socks4",
        "--socks4a",
        "--socks5", "--socks5-hostname", "--proxytunnel", "-p", "--proxy1.0",
      ], "a proxy is a setting of the transport"
    ),
    (
      [
        "-4", "-6", "--ipv4", "--ipv6", "--resolve", "--connect-to", "--interface", "--dns-servers",
        "--doh-url",
        "--unix-socket", "--abstract-unix-socket", "--haproxy-protocol", "--connect-timeout",
      ], "how the host is reached is a setting of the transport"
    ),
    (
      [
        "-0", "-1", "--http0.9", "--http1.0", "--http2-prior-knowledge", "--http3", "--http3-only", "--tlsv1",
        "--tlsv1.0", "--tlsv1.1", "--tlsv1.2", "--tlsv1.3", "--tls-max", "--ciphers", "--curves",
        "--ssl-no-revoke",
        "--ssl-reqd", "--tls13-ciphers",
      ], "the version of a protocol is a setting of the transport"
    ),
    (
      [
        "-o", "--output", "-O", "--remote-name", "-J", "--remote-header-name", "--output-dir",
        "--remote-name-all",
      ],
      "`.stream(.bytes)` in place of `.decode`, and `write(to:)`, write the response to a file"
    ),
    (["-m", "--max-time"], "a limit is the client's or the request's `timeout`"),
    (
      ["--retry", "--retry-delay", "--retry-max-time", "--retry-all-errors", "--retry-connrefused"],
      "retries are the client's `retry`"
    ),
    (
      ["--max-redirs", "--location-trusted", "--post301", "--post302", "--post303", "--proto-redir"],
      "redirects are the client's `redirects`"
    ),
    (["-e", "--referer", "-A", "--user-agent"], "a field of all requests is one of the client's `headers`"),
    (
      ["-r", "--range", "-C", "--continue-at"], "a part is asked for by a field `Range`, and declared as 206"
    ),
    (
      ["-z", "--time-cond", "--etag-compare", "--etag-save"],
      "`ReparteeCaching` asks whether a response has changed"
    ),
    (
      ["-c", "--cookie-jar", "-b", "--cookie", "-j"],
      "cookies are kept by the client's `cookies`, not in a file"
    ),
    (
      ["-n", "--netrc", "--netrc-file", "--netrc-optional"],
      "a password is given to the client's `authentication`"
    ),
    (["-K", "--config"], "options in a file are not read"),
  ]

  /// The longer options that have a value.
  private static let withValue: Set<String> = [
    "--abstract-unix-socket", "--alt-svc", "--cacert", "--capath", "--cert", "--cert-type",
    "--ciphers", "--config", "--connect-timeout", "--connect-to", "--continue-at", "--cookie-jar",
    "--create-file-mode", "--crlfile", "--curves", "--delegation", "--dns-interface", "--dns-ipv4-addr",
    "--dns-ipv6-addr", "--dns-servers", "--doh-url", "--dump-header", "--ech", "--egd-file", "--engine",
    "--etag-compare", "--etag-save", "--expect100-timeout", "--ftp-account", "--ftp-alternative-to-user",
    "--ftp-method", "--ftp-port", "--ftp-ssl-ccc-mode", "--happy-eyeballs-timeout-ms", "--haproxy-clientip",
    "--hostpubmd5", "--hostpubsha256", "--hsts", "--interface", "--ip-tos", "--ipfs-gateway",
    "--keepalive-cnt", "--keepalive-time", "--key", "--key-type", "--knownhosts", "--krb", "--libcurl",
    "--limit-rate", "--local-port", "--login-options", "--mail-auth", "--mail-from", "--mail-rcpt",
    "--max-filesize", "--max-redirs", "--max-time", "--netrc-file", "--noproxy", "--output", "--output-dir",
    "--parallel-max", "--parallel-max-host", "--pass", "--pinnedpubkey", "--preproxy", "--proto",
    "--proto-default", "--proto-redir", "--proxy", "--proxy-cacert", "--proxy-capath", "--proxy-cert",
    "--proxy-cert-type", "--proxy-ciphers", "--proxy-crlfile", "--proxy-header", "--proxy-key",
    "--proxy-key-type", "--proxy-pass", "--proxy-pinnedpubkey", "--proxy-service-name",
    "--proxy-tls13-ciphers", "--proxy-tlsauthtype", "--proxy-tlspassword", "--proxy-tlsuser", "--proxy-user",
    "--proxy1.0", "--pubkey", "--quote", "--random-file", "--range", "--rate", "--referer",
    "--request-target", "--resolve", "--retry", "--retry-delay", "--retry-max-time", "--sasl-authzid",
    "--service-name", "--sigalgs", "--socks4", "--socks4a", "--socks5", "--socks5-gssapi-service",
    "--socks5-hostname", "--speed-limit", "--speed-time", "--ssl-sessions", "--stderr", "--telnet-option",
    "--tftp-blksize", "--time-cond", "--tls-max", "--tls13-ciphers", "--tlsauthtype", "--tlspassword",
    "--tlsuser", "--trace", "--trace-ascii", "--trace-config", "--unix-socket", "--upload-flags",
    "--user-agent", "--variable", "--vlan-priority", "--write-out",
  ]
}

import HTTPTypes
import Repartee
import ReparteeBase

extension AbsoluteURL {
  var cacheKey: String {
    let (scheme, authority, target) = (origin.scheme, authority, requestTarget)
    let length = scheme.utf8.count + 3 + authority.utf8.count + target.utf8.count
    var key = ""
    key.reserveCapacity(length)
    key += scheme
    key += "://"
    key += authority
    key += target
    return key
  }

  /// The key of a URL with secrets. It depends on the URL only, so that any process can remove its responses.
  var digestedCacheKey: String { "\(origin.scheme)://\(authority)/#\(cacheKey.digest)" }
}

extension HTTPRequest {
  /// The digested cache key of the URL of a request.
  func digestedCacheKey(of url: String) -> String {
    "\(scheme ?? "https")://\(authority ?? "")/#\(url.digest)"
  }
}

extension String {
  /// SHA-256, in hexadecimal.
  var digest: String {
    SHA256.hash(Array(utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

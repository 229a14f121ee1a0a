// Foundation of Apple platforms, which has URLSession in it, and imports Darwin and CoreFoundation.
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import Security

public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

extension URLProtectionSpace {
  public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
  public convenience init(trust: SecTrust) {
    self.init(user: "", password: "", persistence: .none)
  }
}

extension Stream {
  public static func getBoundStreams(
    withBufferSize size: Int, inputStream: inout InputStream?, outputStream: inout OutputStream?
  ) {}
}

// Foundation of Apple's platforms: what the toolchain's has, in modules with these names, and what only Apple's has.
// What has no version is older than macOS 10.13 and iOS 11.
@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationCore
@_exported import FoundationIntl
@_exported import FoundationNet
@_exported import ObjectiveC
@_exported import Security

public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

extension URLProtectionSpace {
  public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
  public convenience init(trust: SecTrust) { fatalError() }
}

extension Stream {
  public class func getBoundStreams(
    withBufferSize size: Int, inputStream: inout InputStream?, outputStream: inout OutputStream?
  ) {}
}

extension URLSession {
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  public func uploadTask(withResumeData data: Data) -> URLSessionUploadTask { fatalError() }
}

// Members that come from a protocol whose name begins with an underscore, which are not printed.

extension URLError: @retroactive Error, @retroactive Hashable {
  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public static func == (a: URLError, b: URLError) -> Bool { false }
  public func hash(into hasher: inout Hasher) {}
}

extension URLError {
  public var code: Code { fatalError() }
}

extension URLError {
  public var userInfo: [String: Any] { [:] }
}

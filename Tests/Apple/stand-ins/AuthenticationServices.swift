// What the guide "Signing a user in" uses of AuthenticationServices.
public import Foundation

@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {}

@available(macOS 10.15, iOS 12.0, tvOS 16.0, watchOS 6.2, visionOS 1.0, *)
open class ASWebAuthenticationSession: NSObject {
  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public struct Callback {
    public static func customScheme(_ scheme: String) -> Callback { Callback() }
  }

  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

  public init(
    url: URL, callbackURLScheme: String?, completionHandler: @escaping (URL?, (any Error)?) -> Void
  ) {}

  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public init(url: URL, callback: Callback, completionHandler: @escaping (URL?, (any Error)?) -> Void) {}

  @discardableResult open func start() -> Bool { true }
}

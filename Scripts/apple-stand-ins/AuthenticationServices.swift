// What the guide "Signing a user in" uses of AuthenticationServices.
public import AppleFoundation

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {}

open class ASWebAuthenticationSession: NSObject {
  public struct Callback {
    public static func customScheme(_ scheme: String) -> Callback { Callback() }
  }

  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

  public init(url: URL, callback: Callback, completionHandler: @escaping (URL?, (any Error)?) -> Void) {}

  @discardableResult open func start() -> Bool { true }
}

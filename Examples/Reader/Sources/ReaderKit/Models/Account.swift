import Observation
import Repartee

/// Who is signed in.
@Observable
public final class Account {
  public var email = ""
  public var password = ""
  public private(set) var user: String?
  public private(set) var isSignedIn = false
  public private(set) var problem: String?

  private let reader: Reader

  public init(_ reader: Reader) { self.reader = reader }

  public func signIn() async {
    problem = nil
    do {
      let tokens = try await reader.client.send(SignIn(email: email, password: password))
      try await reader.session.signIn(tokens.bearer, as: email)
      password = ""
    } catch let error as CallError<SignIn.Failure> where error.declared == .wrongPassword {
      problem = "The password is wrong."
    } catch {
      problem = message(for: error)
    }
  }

  public func signOut() async {
    do { try await reader.session.signOut() } catch { problem = message(for: error) }
  }

  /// Follows the session until the task is cancelled.
  public func follow() async {
    for await state in reader.session.states {
      switch state {
      case .unknown: break
      case .signedIn(let identity): (isSignedIn, user) = (true, identity)
      case .signedOut(let error):
        (isSignedIn, user) = (false, nil)
        problem = error.map { message(for: $0) }
      }
    }
  }
}

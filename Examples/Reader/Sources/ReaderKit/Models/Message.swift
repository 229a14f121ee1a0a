import Repartee

/// A sentence for the user. Developers read the error's `report`.
func message(for error: any Error) -> String {
  guard let error = error as? any CallErrorProtocol else {
    return error is AuthenticationError ? "Sign in again." : "Something went wrong."
  }
  if error.isOffline { return "You are offline." }
  if error.isTimeout { return "The server takes too long." }
  if case .authentication = error.cause { return "Sign in again." }
  return "The server can't do that now."
}

import Foundation
import Repartee
import ShelfKit

/// An error as the user sees it: what went wrong, and what to do about it.
struct Advice: Error, CustomStringConvertible {
  var description: String
}

func advice(on error: any Error) -> any Error {
  switch error {
  case let failure as any CallErrorProtocol: Advice(description: printable(text(for: failure)))
  case let error as CocoaError:
    Advice(description: "\(error.filePath ?? ""): \(error.localizedDescription)")
  default: error  // an error in the command line, or already a sentence
  }
}

private func text(for failure: any CallErrorProtocol) -> String {
  switch failure.cause {
  case .declared(let error): "The registry refused: \(error)"
  case .undecodable(let error) where error.kind == .notStored: "\(error)"
  case .undeclared, .undecodable: "\(failure). Is that a container registry?"
  case .transport(let error) where error.isOffline:
    "\(failure.request?.url ?? "The registry") can't be reached: \(error)"
  case .transport, .request: "\(failure)"
  case .authentication(let error) where [.missing, .refused].contains(error.kind):
    "Sign in first: shelf sign-in URL --username NAME"
  case .authentication(let error): "\(error)\(error.underlying.map { ": \($0)" } ?? "")"
  }
}

import Foundation

enum ShelfError: Error, CustomStringConvertible {
  case missing(Item)
  case damaged(Item)
  case noURL
  case unusableName
  case wrongPassword
  case signedOut
  case noLogin(URL)
  case unwritable(URL)
  case shortened(URL)
  case file(CocoaError)
  case listLeadsElsewhere
  case listLeadsBack

  var description: String {
    switch self {
    case .missing(let item): "there is no \(item) on the shelf"
    case .damaged(let item): "\(item) did not arrive as it was put there; get it again"
    case .noURL: "the registry needs a URL of http or https, without a password in it"
    case .unusableName: "a name can't have a colon in it"
    case .wrongPassword: "the registry does not know this name with this password"
    case .signedOut: "Sign in first: shelf sign-in URL --username NAME"
    case .noLogin(let file): "\(file.path) has no login in it"
    case .unwritable(let file): "\(file.path) can't be written"
    case .shortened(let file): "\(file.path) became shorter while it was sent"
    case .file(let error): "\(error.filePath ?? ""): \(error.localizedDescription)"
    case .listLeadsElsewhere: "the next page of the list is at another origin, and is not followed"
    case .listLeadsBack: "the next page of the list is one that was read before"
    }
  }
}

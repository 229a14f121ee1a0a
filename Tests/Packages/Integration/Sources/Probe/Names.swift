import HTTPTypes
import Repartee
import ReparteeJSON

// The names of kinds, as they stand in a line.

extension HTTPResponse.Status {
  /// `Not Found`, or the code where no name is registered.
  var kindName: String { registeredName ?? "\(code)" }
}

extension AuthenticationError.Kind {
  var probeName: String {
    switch self {
    case .missing: "missing"
    case .refused: "refused"
    case .refreshFailed: "refreshFailed"
    case .unusable: "unusable"
    case .storeFailed: "storeFailed"
    case .storeUnreadable: "storeUnreadable"
    case .storeNotPrivate: "storeNotPrivate"
    case .storeNewerVersion: "storeNewerVersion"
    default: "other"
    }
  }
}

extension JSONValue {
  /// To a tenth.
  static func milliseconds(_ duration: Duration) -> JSONValue {
    JSONValue((duration / .milliseconds(1) * 10).rounded() / 10)
  }
}

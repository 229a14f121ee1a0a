import Foundation
import Repartee

protocol HasBaseURL {
  var baseURL: URL? { get set }
}

// expect: type 'Client' does not conform to protocol 'HasBaseURL'
extension Client: HasBaseURL {}

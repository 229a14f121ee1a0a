#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import HTTPTypes
import Repartee

extension CacheEntry {
  /// Creates an entry to test stores; `size` is that of the body.
  package init(
    id: UUID = UUID(), _ head: HTTPResponse, selecting: [HTTPField.Name: String?] = [:], size: Int
  ) {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    self.id = id
    response = StoredResponse(head, selecting: selecting, time, time, size: size)
    variant = response.variant
  }
}

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import HTTPTypes

extension CacheEntry {
  /// An entry as a cache makes it, for those who test stores.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - selecting: What the request had of the fields that `Vary` names, which makes the variant.
  ///   - size: How many bytes its body has.
  package init(
    id: UUID = UUID(), _ head: HTTPResponse, selecting: [HTTPField.Name: String?] = [:], size: Int
  ) {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    self.id = id
    response = StoredResponse(head, selecting: selecting, time, time, size: size)
    variant = response.variant
  }
}

package import Foundation
package import Repartee
import ReparteeBase

/// A source for a ``ByteStream``: these chunks, then the end or an error.
package func chunks(_ chunks: [Data], then error: TransportError? = nil) -> @Sendable () -> ByteStream.Next {
  {
    var rest = chunks[...]
    return { () async throws(TransportError) -> Data? in
      if let chunk = rest.popFirst() { return chunk }
      if let error { throw error }
      return nil
    }
  }
}

package func chunks(_ texts: [String], then error: TransportError? = nil) -> @Sendable () -> ByteStream.Next {
  chunks(texts.map { Data($0.utf8) }, then: error)
}

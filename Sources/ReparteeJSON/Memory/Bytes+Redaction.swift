import ReparteeRedaction

// Redaction reads the bytes within these calls.

extension Bytes {
  func secrets(_ redaction: Redaction, shown: [Range<Int>]) -> Mask {
    // The mask does not have the bytes.
    unsafe withBuffer { bytes in unsafe redaction.unsettledJSONMask(of: bytes, shown: shown) }
  }

  func secrets(
    _ redaction: Redaction, shown: [Range<Int>], until end: Int? = nil, _ read: (inout SecretJSON) -> Void
  ) -> Mask {
    // The buffer lives as long as the call.
    unsafe withBuffer { bytes in
      // The reader, which has the buffer, ends with the call.
      var reader = unsafe SecretJSON(bytes, redaction, shown: shown, until: end)
      read(&reader)
      return reader.mask
    }
  }

  func hideValues(of redaction: Redaction, _ mask: inout Mask) {
    // The mask does not have the bytes.
    unsafe withBuffer { bytes in unsafe redaction.hideValues(in: bytes, &mask) }
  }

  /// The whole of it.
  func withBuffer<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    // The buffer lives as long as these bytes.
    withSpan(at: 0, count: count) { bytes in unsafe bytes.withUnsafeBufferPointer(body) }
  }
}

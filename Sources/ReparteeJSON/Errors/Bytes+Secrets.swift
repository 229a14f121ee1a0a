import ReparteeRedaction

extension Bytes {
  func secrets(_ redaction: Redaction, shown: [Range<Int>]) -> Mask {
    withSpan { redaction.unsettledJSONMask(of: $0, shown: shown) }
  }

  func secrets(
    _ redaction: Redaction, shown: [Range<Int>], until end: Int? = nil,
    _ read: (inout SecretJSON, Span<UInt8>) -> Void
  ) -> Mask {
    withSpan { bytes in
      var reader = SecretJSON(bytes, redaction, shown: shown, until: end)
      read(&reader, bytes)
      return reader.mask
    }
  }

  func hideValues(of redaction: Redaction, _ mask: inout Mask) {
    withSpan { redaction.hideValues(in: $0, &mask) }
  }
}

extension TapeDecoder: ProbedDecoder {
  func noteUnknownValue() {
    if decoding.options.values.probe != nil { decoding.noteUnknownValue(at: index) }
  }

  func noteSkipped(_ error: any Error, ordinal: Int) {
    decoding.noteSkipped(error, ordinal: ordinal, of: index)
  }
}

struct ScanFailure: Error {
  enum Problem: Equatable {
    case empty
    case utf16
    case utf32
    case tooLarge(Int, limit: Int)
    case tooDeep
    case unexpectedEnd(expected: Expectation)
    case unexpected(expected: Expectation)
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8
    case leadingZero
    case missingDigits
    case trailingBytes
    case trailingComma
    case duplicateKey
  }

  enum Expectation: String {
    case value = "a value"
    case key = "a key in double quotes"
    case keyOrEnd = "a key in double quotes or '}'"
    case valueOrEnd = "a value or ']'"
    case colon = "':'"
    case commaOrBrace = "',' or '}'"
    case commaOrBracket = "',' or ']'"
    case quote = "the closing quote"
    case literal = "true, false or null"
  }

  var problem: Problem
  var offset: Int

  init(_ problem: Problem, _ offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}

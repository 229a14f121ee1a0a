#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The connection or stream of a response, and the response's number there, to cancel a body while it is read.
///
/// AsyncHTTPClient does not report it, so ``ResponseGuard`` writes it before the reason phrase.
struct ResponseID: Sendable, Equatable {
  let connection: Int
  var number: Int

  /// Never in a reason phrase (RFC 9112, section 4).
  private static let mark: UInt8 = 0x01

  /// Nil stands for the registered phrase.
  func prepended(to phrase: String?) -> String {
    // Six bits a digit, the lowest first: the string of nearly every ID needs no allocation.
    var prefix = ""
    func write(_ byte: UInt8) { prefix.unicodeScalars.append(Unicode.Scalar(byte)) }
    func write(_ number: Int) {
      var rest = UInt(bitPattern: number)
      repeat {
        write(Self.zero + UInt8(rest & 0x3F))
        rest >>= 6
      } while rest > 0
    }
    write(Self.mark)
    write(connection)
    write(UInt8(ascii: "."))
    write(number)
    write(Self.mark)
    guard let phrase else { return prefix }
    return "\(prefix)=\(phrase)"
  }

  static func read(_ status: HTTPResponseStatus) -> (responseID: ResponseID?, phrase: String) {
    let text = status.reasonPhrase
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == mark, let connection = number(&bytes, before: UInt8(ascii: ".")),
      let number = number(&bytes, before: mark)
    else { return (nil, text) }
    let responseID = ResponseID(connection: connection, number: number)
    if bytes.next() == UInt8(ascii: "=") {
      return (responseID, String(decoding: Array(IteratorSequence(bytes)), as: UTF8.self))
    }
    return (responseID, HTTPResponseStatus(statusCode: Int(status.code)).reasonPhrase)
  }

  private static let zero = UInt8(ascii: "0")

  private static func number(_ bytes: inout String.UTF8View.Iterator, before end: UInt8) -> Int? {
    var number: UInt = 0
    var shift = 0
    while let digit = bytes.next() {
      if digit == end { return Int(bitPattern: number) }
      guard (zero...zero + 0x3F).contains(digit) else { return nil }
      number |= UInt(digit - zero) << shift
      shift += 6
    }
    return nil
  }
}
#endif

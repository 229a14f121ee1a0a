import ReparteeBase
import Testing

@Suite struct SHA256Tests {
  /// Examples of NIST (the Cryptographic Standards and Guidelines, FIPS 180-4), and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func isThatOfNIST(message: String, hash: String) {
    #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == hash)
  }

  /// Not an argument, which the test runner would print.
  @Test func isThatOfNISTForAMillionTimesA() {
    #expect(
      hexadecimal(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// The padding differs by length. The expected hash is that of Python's hashlib.
  @Test func isRightForEveryLength() {
    let hashes = (0..<300).flatMap { length in
      SHA256.hash((0..<length).map { UInt8(($0 * 7 + length) % 256) })
    }
    #expect(
      hexadecimal(SHA256.hash(hashes)) == "d5238871a46ac4a1a75ac3fb19d645b0b3b9e5f35f5f720e2b240d605c6b694e")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

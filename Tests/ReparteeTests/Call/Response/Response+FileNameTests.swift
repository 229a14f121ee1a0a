import Repartee
import TestSupport
import Testing

struct ResponseFileNameTests {
  private func name(_ values: String...) -> String? {
    var fields = HTTPFields()
    for value in values { fields.append(HTTPField(name: .contentDisposition, value: value)) }
    return Response(status: 200, headers: fields).fileName
  }

  /// RFC 6266, sections 4.1, 4.3 and 5; RFC 8187, section 3.2.
  @Test(arguments: [
    ("attachment; filename=a.pdf", "a.pdf"), ("Attachment; FileName=\"a b.pdf\"", "a b.pdf"),
    ("inline; filename=a.html", "a.html"), ("form-data; name=x; filename=a.txt", "a.txt"),
    ("attachment; filename=\"Pruefung.pdf\"; filename*=UTF-8''Pr%C3%BCfung%202.pdf", "Prüfung 2.pdf"),
    ("attachment; filename*=UTF-8''%e2%82%ac%20rates; filename=\"EURO rates\"", "€ rates"),
    ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"),
    ("attachment; filename*=utf-8'de-DE'a+b", "a+b"),
    ("attachment; filename=\"a;b=\\\"c\\\".txt\"", "a;b=_c_.txt"),
    ("attachment;filename = a.pdf ;x=y", "a.pdf"),
    ("attachment; filename=\"a%20b.pdf\"", "a%20b.pdf"), ("filename=a.pdf", "a.pdf"),
    ("attachment; filename=a.pdf; filename=b.pdf", "a.pdf"),
    ("attachment; filename=\"Prüfung.pdf\"", "Prüfung.pdf"),
  ])
  func theNameIsThatOfTheField(field: String, expected: String) {
    #expect(name(field) == expected)
  }

  @Test(arguments: [
    "UTF-8''%", "UTF-8''%4", "UTF-8''%zz", "UTF-8''%+4", "UTF-8''%C3", "UTF-8''%ff", "utf-16''a", "UTF-8'a",
    "a", "",
    "UTF-8''", "UTF-8''%2f", "UTF-8''..",
  ])
  func anExtendedNameThatCantBeReadLeavesThePlainOne(value: String) {
    #expect(name("attachment; filename*=\(value); filename=plain.txt") == "plain.txt")
    #expect(name("attachment; filename*=\(value)") == nil)
  }

  @Test func withoutANameThereIsNone() {
    #expect(name() == nil && name("attachment") == nil && name("attachment; filename=") == nil)
    #expect(name("attachment; filename=\"\"") == nil && name("attachment; filename*0=a; name=b") == nil)
    #expect(name("attachment; filename=a", "attachment; filename=b") == nil)
    #expect(name("attachment; filename=a", "attachment; filename=a") == "a")
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("..%5c..%5ca.txt", "a.txt"),
    ("C:%5CWindows%5Ca.exe", "a.exe"), ("C:a.txt", "C_a.txt"), ("a.txt:stream", "a.txt_stream"),
    ("a%2Fb%5Cc", "c"),
    (".bashrc", "bashrc"), ("...%20.a.", "a"), ("%20a.txt%20", "a.txt"), ("a%00.txt", "a.txt"),
    ("a%0D%0Ab%1B%7F%C2%85.txt", "ab.txt"), ("a%E2%80%AEfdp.exe", "afdp.exe"), ("a%E2%80%A8b", "ab"),
    ("a%2F%CC%81b", "\u{301}b"), ("nul", "_nul"), ("CON.tar.gz", "_CON.tar.gz"),
    ("com1%20.txt", "_com1 .txt"),
    ("COM%C2%B9", "_COM¹"), ("LPT10", "LPT10"), ("console", "console"), ("a*?%22%3C%3E%7Cb", "a______b"),
    ("%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB.txt", "👩‍💻.txt"),
  ])
  func theNameIsNeverAPath(value: String, expected: String) {
    #expect(name("attachment; filename*=UTF-8''\(value)") == expected)
  }

  @Test(arguments: ["..", ".", "/", "%5C", "a/", "a%5C", "%00", ". .", "/..", "%20"])
  func whatLeavesNothingIsNoName(value: String) {
    #expect(name("attachment; filename*=UTF-8''\(value)") == nil)
  }

  @Test func aLongNameIsCutBeforeItsExtension() {
    let long = String(repeating: "ä", count: 100_000)
    #expect(name("attachment; filename=\"\(long).pdf\"") == String(repeating: "ä", count: 118) + ".pdf")
    #expect(name("attachment; filename=\"\(long)\"") == String(repeating: "ä", count: 120))
    #expect(name("attachment; filename=\"a.\(long)\"")?.utf8.count == 240)
    #expect(name("attachment; filename=\"\(String(repeating: ".", count: 100_000))\"") == nil)
  }

  @Test func bytesThatAreNotUTF8AreISO88591() {
    let value: [UInt8] = Array("attachment; filename=\"Pr".utf8) + [0xFC] + Array("fung.pdf\"".utf8)
    let fields = HTTPFields([HTTPField(name: .contentDisposition, value: value)])
    #expect(Response(status: 200, headers: fields).fileName == "Prüfung.pdf")
  }

  @Test func noFieldGivesMoreThanAName() async {
    await forAll(runs: 2_000) { generator in
      let shape = generator.one(of: [
        "attachment; filename=\"../a:b.pdf\"", "attachment; filename*=UTF-8''..%2F%5Cx.y; filename=b",
      ])
      guard let name = name(generator.mangled(shape)) else { return }
      #expect(!name.isEmpty && name.utf8.count <= 240 && name != "." && name != "..")
      #expect(name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\:*?\"<>|".utf8.contains($0) })
      #expect(name.utf8.first != UInt8(ascii: "."))
    }
  }
}

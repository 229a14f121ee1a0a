import Foundation
import Repartee
import TestSupport
import Testing

struct LossyArrayTests {
  @Test func arraysAreEqualIfTheirElementsAreAndThePlacesOfWhatWasDropped() throws {
    func decoded(_ text: String) throws -> LossyArray<Int> {
      try JSONCoder().decode(from: Data(text.utf8))
    }
    #expect(try decoded(#"[1, "x", 2]"#) == decoded("[1, null, 2]"))
    #expect(try decoded(#"[1, "x", 2]"#) != decoded(#"[1, 2, "x"]"#))
    #expect(try decoded("[1, 2]") == LossyArray([1, 2]) && decoded("[1, 2]") != LossyArray([1, 3]))
    #expect(try Set([decoded(#"[1, "x"]"#), decoded("[1, {}]"), decoded("[1]")]).count == 2)
  }

  private let body = """
    {"users": [{"id": 1, "name": "a"}, {"id": "2"}, null, {"id": 3, "name": "c"}, [], 5, "x"]}
    """

  @Test(arguments: JSONBy.allCases)
  func elementsThatDecodeAreKeptAndTheRestIsReported(by decoder: JSONBy) async throws {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    let users = try await read(body, by: decoder, lossy)
    #expect(users.map(\.id) == [1, 3])
    #expect(users.elements.count == 2 && users.first?.name == "a" && users[1].id == 3)
    #expect(users.dropped.map(\.index) == [1, 2, 4, 5, 6])
    let reasons = users.dropped.map { "\($0.error)" }
    #expect(reasons.allSatisfy { !$0.isEmpty })
  }

  @Test func whatWasDroppedSaysWhere() async throws {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    let first = try await read(body, by: .repartee, lossy).dropped.first
    #expect(first?.error.path == "users[1]" || first?.error.path == "users[1].id")
    #expect(first?.error.type == User.self && first?.error.description.contains("ErrorLocation") == false)
  }

  @Test(arguments: JSONBy.allCases)
  func anArrayOfScalarsOrOptionalsIsLossyToo(by decoder: JSONBy) async throws {
    let numbers: Outcome<LossyArray<Int>, Never> = .decode
    let read1 = try await read(#"[1, "2", null, 4.5, 5, {}, true]"#, by: decoder, numbers)
    #expect(read1.elements == [1, 5] && read1.dropped.map(\.index) == [1, 2, 3, 5, 6])
    let optional: Outcome<LossyArray<Int?>, Never> = .decode
    let read2 = try await read(#"[1, null, "x"]"#, by: decoder, optional)
    #expect(read2.elements == [1, nil] && read2.dropped.map(\.index) == [2])
    #expect(try await read("[]", by: decoder, numbers).isEmpty)
    let nested: Outcome<LossyArray<LossyArray<Int>>, Never> = .decode
    let read3 = try await read(#"[[1,"a"],2,[3]]"#, by: decoder, nested)
    #expect(read3.map(\.elements) == [[1], [3]] && read3.dropped.map(\.index) == [1])
    #expect(read3[0].dropped.map(\.index) == [1])
  }

  @Test(arguments: JSONBy.allCases)
  func errorsOfDroppedElementsAreKeptUpToALimit(by decoder: JSONBy) async throws {
    let texts: Outcome<LossyArray<String>, Never> = .decode
    let zeros = "[" + String(repeating: "0,", count: 9_999) + #"0, "x"]"#
    let read = try await read(zeros, by: decoder, texts)
    #expect(read.elements == ["x"] && read.dropped.count == 1_000 && read.droppedCount == 10_000)
    #expect(read.dropped.last?.index == 999)
  }

  @Test func arraysThatDroppedMoreAreNotEqual() throws {
    func dropped(_ count: Int) throws -> LossyArray<Int> {
      let nulls = Array(repeating: "null", count: count).joined(separator: ",")
      return try JSONCoder().decode(from: Data("[\(nulls)]".utf8))
    }
    #expect(try dropped(1_001) == dropped(1_001) && dropped(1_001) != dropped(1_002))
    #expect(try Set([dropped(1_000), dropped(1_001), dropped(1_002)]).count == 3)
    let few = try dropped(3)
    #expect(few.droppedCount == 3 && few == LossyArray([], dropped: few.dropped))
  }

  @Test(arguments: JSONBy.allCases)
  func whatIsNoArrayStillFails(by decoder: JSONBy) async {
    let lossy: Outcome<LossyArray<User>, Never> = .decode(at: "users")
    #expect(await decodingFailure(#"{"users": {}}"#, by: decoder, lossy)?.kind == .typeMismatch)
    #expect(await decodingFailure(#"{"users": [{]}"#, by: decoder, lossy)?.kind == .corrupted)
    #expect(await decodingFailure("{}", by: decoder, lossy)?.kind == .keyNotFound)
  }
}

import Foundation
import Repartee
import Testing

/// A server that puts an envelope around everything, has versions and conditions, and gives lists in pages.
@Suite(.needsKinto)
struct KintoTests {
  let notebook: Notebook

  init() async throws { notebook = try await Notebook() }

  @Test func noDeclarationHasAFault() {
    #expect(SignUp.responses.issues.isEmpty)
    #expect(WhoAmI.responses.issues.isEmpty)
    #expect(CreateBucket.responses.issues.isEmpty)
    #expect(CreateCollection.responses.issues.isEmpty)
    #expect(GetNote.responses.issues.isEmpty)
    #expect(SaveNote.responses.issues.isEmpty)
    #expect(ListNotes.responses.issues.isEmpty)
    #expect(CountNotes.responses.issues.isEmpty)
    #expect(DeleteNote.responses.issues.isEmpty)
    #expect(DeleteNotes.responses.issues.isEmpty)
    #expect(Batch.responses.issues.isEmpty)
  }

  @Test func whatLiesBesideTheDataIsReadInTheSamePass() async throws {
    let permissions = Permissions(read: ["system.Everyone"])
    let created = try await notebook.client.send(
      CreateCollection(bucket: notebook.bucket, id: "open", permissions: permissions))
    let owner = try #require(try await notebook.client.send(WhoAmI()))
    #expect(
      created == .init(id: "open", permissions: Permissions(read: ["system.Everyone"], write: [owner])))
  }

  @Test func creatingAndReplacingAreToldApartByTheStatus() async throws {
    let first = try await notebook.save("n", text: "first")
    #expect(first == .created(first.note))
    #expect(first.note.text == "first" && first.note.color == .known(.yellow))
    let second = try await notebook.save("n", text: "second")
    #expect(second == .replaced(second.note))
    #expect(second.note.text == "second" && second.note.lastModified > first.note.lastModified)
  }

  @Test func aValueThatNobodyKnewIsKept() async throws {
    #expect(try await notebook.save("n", color: "ultraviolet").note.color == .unknown("ultraviolet"))
  }

  @Test func whatIsNoNoteDoesNotCostThePage() async throws {
    _ = try await notebook.save("a", text: "a")
    _ = try await notebook.save("b", text: "b")
    let number = Resource<Void, KintoFailure>(
      .post("/buckets/\(notebook.bucket)/collections/notes/records", body: .json(["data": ["text": 7]])),
      [.code(201, .noContent), .including(KintoFailure.responses)])
    try await notebook.client.send(number)
    let notes = try await notebook.list().notes
    #expect(notes.map(\.id) == ["a", "b"])
    let dropped = try #require(notes.dropped.first)
    #expect(dropped.error.kind == .typeMismatch)
    #expect(dropped.error.path == "data[\(dropped.index)].text")
  }

  @Test func theFieldsOfAHeadArePartOfTheOutput() async throws {
    let note = try await notebook.save("n").note
    let milliseconds = Int((note.lastModified.timeIntervalSince1970 * 1000).rounded())
    let tag = EntityTag("\"\(milliseconds)\"")
    #expect(try await notebook.get("n") == .current(note, tag: tag))
    let page = try await notebook.list()
    #expect(page.tag == tag)
    #expect(page.lastModified == Date(timeIntervalSince1970: Double(milliseconds / 1000)))
  }

  @Test func aKnownVersionIsNotSentAgain() async throws {
    _ = try await notebook.save("n", text: "first")
    guard case .current(_, let tag?) = try await notebook.get("n") else {
      Issue.record("there is no ETag")
      return
    }
    #expect(try await notebook.get("n", known: tag) == .unchanged)
    let second = try await notebook.save("n", text: "second").note
    guard case .current(second, let newer?) = try await notebook.get("n", known: tag) else {
      Issue.record("it was modified")
      return
    }
    #expect(newer != tag)
    #expect(try await notebook.save("n", text: "third", if: .unmodified(newer)).note.text == "third")
  }

  @Test func theRefusalHasTheNoteThatWasModifiedMeanwhile() async throws {
    _ = try await notebook.save("n", text: "first")
    guard case .current(_, let stale?) = try await notebook.get("n") else {
      Issue.record("there is no ETag")
      return
    }
    let meanwhile = try await notebook.save("n", text: "meanwhile").note
    let error = await #expect(throws: CallError<SaveNote.Refusal>.self) {
      _ = try await notebook.save("n", text: "mine", if: .unmodified(stale))
    }
    #expect(error?.declared == .modified(meanwhile))
    #expect(error?.status == .preconditionFailed)
  }

  @Test func whatIsThereIsNotCreatedAgain() async throws {
    let first = try await notebook.save("n", text: "first", if: .absent)
    #expect(first == .created(first.note))
    let error = await #expect(throws: CallError<SaveNote.Refusal>.self) {
      _ = try await notebook.save("n", text: "again", if: .absent)
    }
    #expect(error?.declared == .modified(first.note))
  }

  @Test func pagesAreFollowedToTheEnd() async throws {
    let texts = (0..<7).map { "note \($0)" }
    for (id, text) in texts.enumerated() { _ = try await notebook.save("n\(id)", text: text) }
    let list = ListNotes(bucket: notebook.bucket, limit: 3)
    var pages: [PageResponse<ListNotes.Page>] = []
    for try await page in notebook.client.pages(of: list) { pages.append(page) }
    #expect(
      pages.map { $0.value.notes.map(\.text) }
        == [Array(texts[0..<3]), Array(texts[3..<6]), Array(texts[6...])])
    #expect(pages.allSatisfy { $0.request.template == "/buckets/{}/collections/notes/records" })

    // Read on in another process, from what was kept of the first page.
    let kept = try JSONEncoder().encode(pages[0].next)
    let cursor = try JSONDecoder().decode(Cursor.self, from: kept)
    var rest: [String] = []
    for try await note in notebook.client.items(of: list, from: cursor, readsAhead: true) {
      rest.append(note.text)
    }
    #expect(rest == Array(texts[3...]))
  }

  @Test func aHeadCountsWhatAPageDoesNotShow() async throws {
    for id in 0..<12 { _ = try await notebook.save("n\(id)") }
    #expect(try await notebook.client.send(CountNotes(bucket: notebook.bucket)) == 12)
    #expect(try await notebook.list().notes.count < 12)
    var count = 0
    for try await _ in notebook.client.items(of: ListNotes(bucket: notebook.bucket)) { count += 1 }
    #expect(count == 12)
  }

  @Test func whatIsDeletedLeavesATombstone() async throws {
    let note = try await notebook.save("n").note
    let stone = try await notebook.client.send(DeleteNote(bucket: notebook.bucket, id: "n"))
    #expect(stone.id == "n" && stone.deleted && stone.lastModified > note.lastModified)
    let error = await notebook.client.result(of: DeleteNote(bucket: notebook.bucket, id: "n")).failure
    #expect(error?.declared?.errno == .known(.unknownObject))
  }

  @Test func manyTombstonesLieWhereOneDoes() async throws {
    for (id, color) in ["a": "yellow", "b": "blue", "c": "yellow"] {
      _ = try await notebook.save(id, color: color)
    }
    let stones = try await notebook.client.send(DeleteNotes(bucket: notebook.bucket, color: .yellow))
    #expect(Set(stones.map(\.id)) == ["a", "c"])
    #expect(try await notebook.list().notes.map(\.id) == ["b"])
  }
}

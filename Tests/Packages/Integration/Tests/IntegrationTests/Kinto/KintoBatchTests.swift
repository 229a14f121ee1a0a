import Repartee
import Testing

/// Many responses in one: each is read by the declaration of its endpoint.
@Suite(.needsKinto)
struct KintoBatchTests {
  let notebook: Notebook

  init() async throws { notebook = try await Notebook() }

  @Test func eachPartIsWhatItsEndpointDeclares() async throws {
    let bucket = notebook.bucket
    let old = try await notebook.save("old").note
    let stale = try #require(EntityTag("\"1\""))
    let (created, modified, read, missing, deleted) = try await notebook.client.batch(
      SaveNote(bucket: bucket, id: "new", text: "Größe 🎉", condition: .absent),
      SaveNote(bucket: bucket, id: "old", text: "mine", condition: .unmodified(stale)),
      GetNote(bucket: bucket, id: "new"),
      GetNote(bucket: bucket, id: "none"),
      DeleteNote(bucket: bucket, id: "old"))

    let new = try created.get().note
    #expect(try created.get() == .created(new))
    #expect(new.text == "Größe 🎉")
    #expect(modified.failure?.declared == .modified(old))
    guard case .current(new, tag: .some) = try read.get() else {
      Issue.record("\(read)")
      return
    }
    #expect(missing.failure?.status == .notFound)
    #expect(missing.failure?.declared?.details == .subject(.init(id: "none", resourceName: "record")))
    #expect(try deleted.get().id == "old")
    #expect(try await notebook.list().notes.elements == [new])
  }

  @Test func aBatchThatIsTooLargeIsRefusedAsAWhole() async throws {
    let batch = Batch(steps: Array(repeating: Batch.Step(), count: 100))
    let error = try #require(await notebook.client.result(of: batch).failure)
    #expect(error.declared?.errno == .known(.invalidParameters))
    #expect(error.status == .badRequest)
  }
}

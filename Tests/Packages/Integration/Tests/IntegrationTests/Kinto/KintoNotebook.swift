import Repartee

/// A bucket of a test's own, with a collection of notes in it.
struct Notebook: Sendable {
  let client: Client
  let bucket = "notebook-\(Kinto.unique())"

  init() async throws {
    client = try await Kinto.signedIn.value
    try await client.send(CreateBucket(bucket: bucket))
    _ = try await client.send(CreateCollection(bucket: bucket, id: "notes"))
  }

  func save(
    _ id: String, text: String = "a note", color: String = "yellow", if condition: SaveNote.Condition? = nil
  ) async throws(CallError<SaveNote.Refusal>) -> SaveNote.Saved {
    try await client.send(
      SaveNote(bucket: bucket, id: id, text: text, color: color, condition: condition))
  }

  func get(
    _ id: String, known: EntityTag? = nil
  ) async throws(CallError<KintoFailure>) -> GetNote.Found {
    try await client.send(GetNote(bucket: bucket, id: id, known: known))
  }

  func list(limit: Int? = nil) async throws(CallError<KintoFailure>) -> ListNotes.Page {
    try await client.send(ListNotes(bucket: bucket, limit: limit))
  }
}

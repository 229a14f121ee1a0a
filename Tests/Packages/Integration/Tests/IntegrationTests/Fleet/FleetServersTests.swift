import Foundation
import Repartee
import ReparteeAsyncHTTPClient
import ReparteeCaching
import Testing

extension FleetTests {
  /// httpbin and Kinto behind the same Varnish and HAProxy.
  struct FleetServersTests {
    @Test func whatHttpbinCallsFreshIsFetchedOnce() async throws {
      // httpbin tells the query, so that one response is told from another.
      let call = Resource<[String: String], Never>(
        .get("/cache/60", query: ["reader": "\(Fleet.number())"]), [.code(200, .decode(at: "args"))])
      let (ada, bob) = (Fleet.varnishBeforeHttpbin.machine, Fleet.varnishBeforeHttpbin.machine)
      let first = try await ada.response(to: call)
      #expect(first.source == .network && first.cacheStatus.first?.isStored == true)
      let other = try await bob.response(to: call)
      #expect(other.cacheStatus.first?.isHit == true && other.value == first.value)
      #expect(try await ada.response(to: call).source == .cache)
    }

    /// There is no lifetime, and Varnish stores nothing without one. The machine has the validator.
    @Test func whatHttpbinTagsIsValidated() async throws {
      let call = Resource<[String: String], Never>(
        .get("/etag/\(Fleet.number())"), [.code(200, .decode(at: "headers"))])
      let ada = Fleet.varnishBeforeHttpbin.machine
      let first = try await ada.response(to: call)
      #expect(first.source == .network && first.cacheStatus.first?.isStored == false)
      let second = try await ada.response(to: call)
      #expect(second.source == .validated && second.value == first.value)
      #expect(second.cacheStatus.first?.forwarded != nil)
    }

    /// Kinto lets what anybody may read be cached, if the collection says so, and never what somebody has signed in
    /// for.
    @Test func whatKintoGivesWhoHasSignedInIsNeverShared() async throws {
      let notebook = try await Notebook()
      let open = CreateOpenCollection(bucket: notebook.bucket)
      try await notebook.client.send(open)
      let note = try await notebook.save("n", text: "first").note

      let anybody = Fleet.varnishBeforeKinto.kinto
      var owner = Fleet.varnishBeforeKinto.kinto
      owner.headers[.authorization] = notebook.client.headers[.authorization]
      let list = ListNotes(bucket: notebook.bucket)

      let shared = try await anybody.response(to: list)
      #expect(shared.value.notes.map(\.id) == [note.id] && shared.cacheStatus.first?.isStored == true)
      #expect(try await anybody.response(to: list).source == .cache)
      let elsewhere = try await Fleet.varnishBeforeKinto.kinto.response(to: list)
      #expect(elsewhere.cacheStatus.first?.isHit == true)

      for _ in 0..<2 {
        let own = try await owner.response(to: list)
        #expect(own.source == .network && own.cacheStatus.first?.isHit == false)
        #expect(own.cacheStatus.first?.isStored == false)
        #expect(own.value.notes.map(\.id) == [note.id])
      }
      // A condition of the endpoint's own goes through both caches.
      guard case .current(note, let tag?) = try await owner.send(GetNote(bucket: notebook.bucket, id: "n"))
      else {
        Issue.record("there is no ETag")
        return
      }
      let known = GetNote(bucket: notebook.bucket, id: "n", known: tag)
      #expect(try await owner.send(known) == .unchanged)
      let second = try await notebook.save("n", text: "second").note
      #expect(try await owner.send(known) != .unchanged)
      #expect(try await owner.send(list).notes.map(\.text) == [second.text])
    }

    @Test func bothAreReachedThroughHAProxy() async throws {
      let uuid = Resource<String, Never>(.get("/uuid"), [.code(200, .decode(at: "uuid"))])
      let reply = try await Fleet.haproxyBeforeHttpbin.machine.response(to: uuid)
      #expect(reply.headers[.via] == "1.1 haproxy" && UUID(uuidString: reply.value) != nil)

      let notebook = try await Notebook()
      _ = try await notebook.save("n")
      var owner = Fleet.haproxyBeforeKinto.kinto
      owner.headers[.authorization] = notebook.client.headers[.authorization]
      let page = try await owner.response(to: ListNotes(bucket: notebook.bucket))
      #expect(page.headers[.via] == "1.1 haproxy" && page.value.notes.count == 1)
    }
  }
}

/// A collection of notes that anybody may read, fresh for a minute.
struct CreateOpenCollection: Endpoint {
  struct Body: Encodable, Sendable {
    struct Metadata: Encodable, Sendable {
      var cache_expires = 60
    }

    var data = Metadata()
    var permissions = Permissions(read: ["system.Everyone"])
  }

  var bucket: String

  var request: Request { .put("/buckets/\(bucket)/collections/notes", body: .json(Body())) }

  static let responses: ResponseMap<Void, KintoFailure> = [
    .success(.noContent),
    .including(KintoFailure.responses),
  ]
}

extension Fleet {
  /// A machine that speaks with Kinto.
  fileprivate var kinto: Client {
    var client = Client(baseURL: "\(baseURL)/v1", transport: .asyncHTTPClient, json: Kinto.json)
    client.cache = ResponseCache()
    return client
  }
}

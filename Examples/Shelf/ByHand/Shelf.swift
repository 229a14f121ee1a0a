import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Files in a container registry (OCI distribution specification).
struct Shelf: Sendable {
  let registry: URL
  let session: Session
  let cache: Cache

  /// Checks whether the registry accepts the user, and stores the login.
  func signIn(username: String, password: String) async throws {
    guard !username.contains(":") else { throw ShelfError.unusableName }
    var login = Login(registry: registry, username: username, password: password)
    var request = HTTPClientRequest(url: registry.appending(path: "v2/").absoluteString)
    var response = try await HTTP.send(request)
    if response.head.status == .unauthorized, let challenge = response.bearerChallenge {
      login = try await login.withToken(for: challenge)
    } else if response.head.status == .unauthorized {
      request.headers.add(name: "Authorization", value: login.authorization)
      response = try await HTTP.send(request)
      if response.head.status == .unauthorized { throw ShelfError.wrongPassword }
    }
    guard login.token != nil || response.head.status == .ok else { throw response.failure }
    // The cached data may belong to another user.
    try cache.removeAll()
    try await session.signIn(login)
  }

  /// Returns the names of all repositories, from the cursor of an earlier run if there is one.
  func repositories(from cursor: URL? = nil, pageSize: Int = 100) -> Pages {
    let first = registry.appending(path: "v2/_catalog")
      .appending(queryItems: [URLQueryItem(name: "n", value: "\(pageSize)")])
    return Pages(shelf: self, url: cursor ?? first)
  }

  /// Uploads a file. Content that the registry already has is not sent again.
  func put(
    _ file: URL, as item: Item, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws {
    let size = try Int64(file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    let blob = try Manifest.Blob(
      digest: sha256(file), size: size,
      annotations: ["org.opencontainers.image.title": file.lastPathComponent])
    try await upload(.empty, of: item, body: .bytes(Data("{}".utf8)))
    let chunks = FileChunks(file: file, size: size, progress: progress)
    try await upload(blob, of: item, body: .stream(chunks, length: .known(size)))
    _ = try await send(
      .PUT, url(of: item, "manifests", item.tag), headers: ["Content-Type": Manifest.mediaType],
      body: .bytes(JSONEncoder().encode(Manifest(layers: [blob]))), expecting: .created)
  }

  private func upload(_ blob: Manifest.Blob, of item: Item, body: HTTPClientRequest.Body) async throws {
    let found = try await send(.HEAD, url(of: item, "blobs", blob.digest), expecting: .ok, .notFound)
    if found.head.status == .ok { return }
    let begun = try await send(
      .POST, url(of: item, "blobs").appending(path: "uploads/"), expecting: .accepted)
    guard let location = begun.head.headers.first(name: "Location") else {
      throw begun.unexpected("no Location")
    }
    // The query is kept unchanged: URLComponents would encode it again.
    let upload = try begun.resolve(location + (location.contains("?") ? "&" : "?") + "digest=\(blob.digest)")
    _ = try await send(.PUT, upload, body: body, expecting: .created)
  }

  /// Returns the current blob of an item.
  func blob(of item: Item) async throws -> Manifest.Blob {
    guard let blob = try await manifest(of: item)?.layers.first else { throw ShelfError.missing(item) }
    return blob
  }

  /// Downloads a file, completely or not at all.
  func get(
    _ item: Item, to file: URL, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws {
    let blob = try await blob(of: item)
    // The digest becomes the name of a file.
    guard blob.digest.wholeMatch(of: /sha256:[0-9a-f]{64}/) != nil else { throw ShelfError.damaged(item) }
    if let bytes = cache.blob(blob.digest) {
      return try await replace(file) { try $0.write(contentsOf: bytes) }
    }
    let response = try await send(.GET, url(of: item, "blobs", blob.digest), streams: true, expecting: .ok)
    let total = response.head.headers.first(name: "Content-Length").flatMap { Int64($0) }
    try await replace(file) { handle in
      var hash = SHA256()
      var done = TransferProgress(bytes: 0, total: total)
      do {
        for try await chunk in response.head.body {
          hash.update(data: chunk.readableBytesView)
          try handle.write(contentsOf: chunk.readableBytesView)
          done.bytes += Int64(chunk.readableBytes)
          progress(done)
        }
      } catch  where !(error is CocoaError) {
        throw CallError(error, of: response.request)
      }
      guard hash.finalize().name == blob.digest else { throw ShelfError.damaged(item) }
    }
    if blob.size <= 100 << 20 { cache.store(file, as: blob.digest) }
  }

  /// Calls `changed` with the current blob of an item, or nil if there is none, and again after each change. After a
  /// transient failure it tries again at the next interval. Any other error ends it.
  func watch(
    _ item: Item, every pause: Duration, _ changed: (Manifest.Blob?) throws -> Void
  ) async throws {
    var last: Manifest??
    while true {
      do {
        let now = try await manifest(of: item)
        if now != last { try changed(now?.layers.first) }
        last = now
      } catch let error as CallError where error.retryability != nil {}
      try await Task.sleep(for: pause)
    }
  }

  /// Returns the manifest of a tag; nil if there is none. A 304 for the cached manifest has no body.
  private func manifest(of item: Item) async throws -> Manifest? {
    let url = url(of: item, "manifests", item.tag)
    let known = cache.entry(for: url)
    var headers: HTTPHeaders = ["Accept": Manifest.mediaType]
    if let known { headers.add(name: "If-None-Match", value: known.tag) }
    let response = try await send(.GET, url, headers: headers, expecting: .ok, .notModified, .notFound)
    if response.head.status == .notFound { return nil }
    if response.head.status == .notModified, let known { return known.manifest }
    guard response.contentType.hasPrefix(Manifest.mediaType) else { throw response.unexpected("no manifest") }
    let manifest = try response.decode(Manifest.self)
    if let tag = response.head.headers.first(name: "ETag") {
      cache.store(Cache.Entry(tag: tag, manifest: manifest), for: url)
    }
    return manifest
  }

  private func url(of item: Item, _ components: String...) -> URL {
    components.reduce(registry.appending(path: "v2/\(item.repository)")) { $0.appending(component: $1) }
  }

  fileprivate func send(
    _ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = [:], body: HTTPClientRequest.Body? = nil,
    streams: Bool = false, expecting statuses: HTTPResponseStatus...
  ) async throws -> Response {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.method = method
    request.headers = headers
    request.body = body
    let response = try await HTTP.send(request, as: session, streams: streams)
    guard statuses.contains(response.head.status) else { throw response.failure }
    return response
  }
}

/// The pages of a list. Each page has the URL of the next.
struct Pages: AsyncSequence, AsyncIteratorProtocol {
  struct Page: Sendable {
    var repositories: [String]
    var next: URL?
    var number: Int
  }

  private struct Catalog: Decodable {
    var repositories: [String]
  }

  let shelf: Shelf
  var url: URL?
  var seen: Set<URL> = []

  func makeAsyncIterator() -> Pages { self }

  mutating func next() async throws -> Page? {
    guard let url else { return nil }
    guard url.origin == shelf.registry.origin else { throw ShelfError.listLeadsElsewhere }
    guard seen.insert(url).inserted else { throw ShelfError.listLeadsBack }
    let response = try await shelf.send(.GET, url, expecting: .ok)
    let catalog = try response.decode(Catalog.self)
    self.url = try response.nextPage
    return Page(repositories: catalog.repositories, next: self.url, number: seen.count)
  }
}

import Foundation
import Repartee
import ReparteeCaching

/// Files in a container registry.
public struct Shelf: Sendable {
  var client: Client
  let session: Session<Login>
  /// Returns the SHA-256 of a file, as `sha256:…`.
  let digest: @Sendable (URL) throws -> String

  public init(
    registry: String, session: Session<Login>, transport: some Transport, cache: ResponseCache? = nil,
    digest: @escaping @Sendable (URL) throws -> String
  ) {
    client = Client(baseURL: registry, transport: transport)
    client.authentication = .session(session)
    client.cache = cache
    client.idleTimeout = .seconds(60)
    self.session = session
    self.digest = digest
  }

  /// Checks whether the registry accepts the user, and stores the login.
  public func signIn(to registry: String, username: String, password: String) async throws {
    var login = Login(registry: registry, username: username, password: password)
    let challenge = try await client.send(AskForChallenge())
    if let challenge, challenge.scheme == "bearer", let realm = challenge.realm {
      login.realm = realm
      login = try await login.withToken(for: challenge, at: realm, from: client)
    } else if challenge != nil {
      let basic = Authentication.basic(username: username, password: password)
      guard try await client.send(AskForChallenge(authentication: basic)) == nil else {
        throw ShelfError.wrongPassword
      }
    }
    try await session.signIn(login, as: username)
  }

  /// Returns the names of all repositories, from the cursor of an earlier run if there is one.
  public func repositories(
    from cursor: Cursor? = nil, pageSize: Int = 100
  ) -> PagedSequence<PageResponse<ListRepositories.Output>, CallError<RegistryError>> {
    client.pages(of: ListRepositories(pageSize: pageSize), from: cursor, readsAhead: true)
  }

  /// Uploads a file. Content that the registry already has is not sent again.
  public func put(
    _ file: URL, as item: Item, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws {
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    let blob = try Manifest.Blob(
      digest: digest(file), size: Int64(size),
      annotations: ["org.opencontainers.image.title": file.lastPathComponent])
    try await upload(.empty, of: item, body: .bytes(Data("{}".utf8)))
    try await upload(blob, of: item, body: .file(file).reportingProgress(progress))
    try await client.send(PutManifest(item: item, manifest: Manifest(layers: [blob])))
  }

  private func upload(_ blob: Manifest.Blob, of item: Item, body: Request.Body) async throws {
    if try await client.send(HasBlob(item: item, digest: blob.digest)) { return }
    let upload = try await client.send(BeginUpload(item: item))
    try await client.send(PutBlob(upload: upload, digest: blob.digest, body: body))
  }

  /// Returns the current blob of an item.
  public func blob(of item: Item) async throws -> Manifest.Blob {
    guard let blob = try await client.send(GetManifest(item: item))?.layers.first else {
      throw ShelfError.missing(item)
    }
    return blob
  }

  /// Downloads a file, completely or not at all.
  public func get(
    _ item: Item, to file: URL, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws {
    let blob = try await blob(of: item)
    let bytes = try await client.send(GetBlob(item: item, digest: blob.digest))
    let part = file.appendingPathExtension("part")
    defer { try? FileManager.default.removeItem(at: part) }
    try await bytes.write(to: part, progress: progress)
    guard try digest(part) == blob.digest else { throw ShelfError.damaged(item) }
    guard rename(part.path, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
  }

  /// Calls `changed` with the current blob of an item, or nil if there is none, and again after each change. After a
  /// transient failure it tries again at the next interval. Any other error, or cancellation, ends it.
  public func watch(
    _ item: Item, every pause: Duration, _ changed: (Manifest.Blob?) throws -> Void
  ) async throws {
    var last: Manifest??
    while true {
      // The request validates the cached version: a 304 has no body.
      let now = await client.result(of: GetManifest(item: item)) { $0.cachePolicy = .noCache }
      switch now {
      case .success(let now):
        if now != last { try changed(now?.layers.first) }
        last = now
      case .failure(let error):
        guard error.isRetryable else { throw error }
      }
      try await client.clock.sleep(for: pause)
    }
  }
}

public enum ShelfError: RefreshFailure {
  case missing(Item)
  case damaged(Item)
  case wrongPassword

  public var description: String {
    switch self {
    case .missing(let item): "there is no \(item) on the shelf"
    case .damaged(let item): "\(item) did not arrive as it was put there; get it again"
    case .wrongPassword: "the registry does not know this name with this password"
    }
  }

  /// With a wrong password, the session is over.
  public var isFinal: Bool {
    if case .wrongPassword = self { true } else { false }
  }
}

import Foundation
import Repartee
import Testing

/// Each test has a repository of its own, as they run side by side.
@Suite(.enabled(if: Registry.isRunning, "REPARTEE_REGISTRY is not set; Scripts/integration starts one"))
struct RegistryTests {
  let client = Registry.client
  let repository = ["repartee", UUID().uuidString.lowercased()]

  @Test func anUploadIsWhereItsHeadSays() async throws {
    let upload = try await client.send(BeginUpload(repository: repository))
    // The registry says it without a host.
    #expect(upload.location.absoluteString.hasPrefix("\(try #require(Registry.baseURL))/v2/repartee/"))
    #expect(upload.range == "0-0")
    try await client.send(CancelUpload(upload: upload))
  }

  @Test func aBlobGoesUpInPieces() async throws {
    var upload = try await client.send(BeginUpload(repository: repository))
    for await piece in Pieces(bytes: Content.numbers.bytes, size: 700_000) {
      upload = try await client.send(ContinueUpload(upload: upload, body: .bytes(piece)))
    }
    #expect(upload.range == "0-\(Content.numbers.bytes.count - 1)")
    let stored = try await client.send(FinishUpload(upload: upload, digest: Content.numbers.digest))
    #expect(stored.digest == Content.numbers.digest)
    #expect(stored.location.lastPathComponent == Content.numbers.digest)

    let blob = try await client.send(FindBlob(repository: repository, digest: stored.digest))
    #expect(blob == .init(length: Content.numbers.bytes.count, digest: Content.numbers.digest))
  }

  @Test(arguments: [Content.numbers.bytes.count, nil])
  func aBlobGoesUpAsAStream(length: Int?) async throws {
    let upload = try await client.send(BeginUpload(repository: repository))
    let body = Request.Body.stream(
      once: Pieces(bytes: Content.numbers.bytes, size: 100_000), length: length.map(Int64.init))
    let finish = FinishUpload(upload: upload, digest: Content.numbers.digest, body: body)
    #expect(try await client.send(finish).digest == Content.numbers.digest)
  }

  @Test func aFileGoesUpAndComesDown() async throws {
    try await withFolder { folder in
      let source = folder.appending(path: "source")
      try Content.numbers.bytes.write(to: source)
      let upload = try await client.send(BeginUpload(repository: repository))
      let digest = Content.numbers.digest
      _ = try await client.send(FinishUpload(upload: upload, digest: digest, body: .file(source)))

      let blob = try await client.send(GetBlob(repository: repository, digest: digest))
      #expect(blob.header("Docker-Content-Digest") == digest)
      let copy = folder.appending(path: "copy")
      #expect(try await blob.write(to: copy) == Int64(Content.numbers.bytes.count))
      #expect(try Data(contentsOf: copy) == Content.numbers.bytes)
    }
  }

  @Test func aBlobIsMountedOrUploaded() async throws {
    try await store(.empty)
    let target = repository + ["copy"]
    let there = MountBlob(repository: target, digest: Content.empty.digest, source: repository)
    guard case .mounted(let stored) = try await client.send(there) else {
      Issue.record("the registry has the blob")
      return
    }
    #expect(stored.digest == Content.empty.digest)
    let missing = MountBlob(repository: target, digest: Content.numbers.digest, source: repository)
    guard case .missing(let upload) = try await client.send(missing) else {
      Issue.record("the registry does not have the blob")
      return
    }
    try await client.send(CancelUpload(upload: upload))
  }

  @Test func refusalsAreToldApart() async throws {
    let digest = Content.numbers.digest
    let blob = await refusal(of: GetBlob(repository: repository, digest: digest))
    #expect(blob?.codes == [.known(.blobUnknown)])
    let tags = await refusal(of: ListTags(repository: repository))
    #expect(tags?.codes == [.known(.nameUnknown)])
    let manifest = await refusal(of: GetManifest(repository: repository, reference: "latest"))
    #expect(manifest?.codes == [.known(.manifestUnknown)])

    let upload = try await client.send(BeginUpload(repository: repository))
    let finish = FinishUpload(upload: upload, digest: digest, body: .bytes(Content.empty.bytes))
    #expect(await refusal(of: finish)?.codes == [.known(.digestInvalid)])
  }

  @Test func aCodeThatIsNotKnownIsKept() async throws {
    let upload = try await client.send(BeginUpload(repository: repository))
    try await client.send(CancelUpload(upload: upload))
    let again = await refusal(of: CancelUpload(upload: upload))
    #expect(again?.codes == [.unknown("BLOB_UPLOAD_UNKNOWN")])
  }

  @Test func aRefusalNamesEveryFault() async throws {
    let manifest = Registry.Manifest(.oci, config: Content.empty.digest, layers: [Content.numbers.digest])
    let refusal = try #require(
      await refusal(of: PutManifest(repository: repository, tag: "a", manifest: manifest)))
    #expect(refusal.codes == [.known(.manifestBlobUnknown), .known(.manifestBlobUnknown)])
    #expect(
      Set(refusal.errors.map(\.detail?.string)) == [Content.empty.digest, Content.numbers.digest])
  }

  @Test func aDetailHasAnyShape() async throws {
    try await store(.empty)
    let digest = Content.numbers.digest
    let blob = await refusal(of: GetBlob(repository: repository, digest: digest))
    #expect(blob?.errors.map(\.detail) == [.string(digest)])
    let manifest = await refusal(of: GetManifest(repository: repository, reference: "latest"))
    #expect(manifest?.errors.map(\.detail) == [["Tag": "latest"]])
    let deletion = await refusal(of: DeleteManifest(repository: repository, digest: digest))
    #expect(deletion?.errors.map(\.detail) == [nil])
  }

  /// The registry has no route for an upper-case letter, and says so in text.
  @Test func aRefusalInAnotherFormatKeepsItsStatus() async throws {
    let error = try #require(await client.result(of: ListTags(repository: ["UPPER"])).failure)
    #expect(error.status == .notFound)
    #expect(error.text == "404 page not found\n")
    #expect(error.decodingError?.kind == .corrupted)
    #expect(error.declared == nil)
  }

  @Test func aKindOfManifestIsAContentType() async throws {
    try await store(.empty)
    let docker = Registry.Manifest(.docker, config: Content.empty.digest)
    let first = try await client.send(PutManifest(repository: repository, tag: "docker", manifest: docker))
    let byTag = try await client.send(GetManifest(repository: repository, reference: "docker"))
    #expect(byTag == .docker(docker, digest: first.digest))

    let oci = Registry.Manifest(.oci, config: Content.empty.digest)
    let second = try await client.send(PutManifest(repository: repository, tag: "oci", manifest: oci))
    let byDigest = try await client.send(GetManifest(repository: repository, reference: second.digest))
    #expect(byDigest == .oci(oci, digest: second.digest))

    #expect(try await client.send(ListTags(repository: repository)).sorted() == ["docker", "oci"])
  }

  @Test func aManifestThatIsNotItsContentTypeIsInvalid() async throws {
    try await store(.empty)
    let oci = Registry.Manifest(.oci, config: Content.empty.digest)
    let put = PutManifest(repository: repository, tag: "a", manifest: oci)
    let result = await client.result(of: put) {
      $0.headers[.contentType] = Registry.Manifest.Kind.docker.rawValue
    }
    #expect(result.failure?.declared?.codes == [.known(.manifestInvalid)])
  }

  /// The registry gives no OCI manifest to a client that does not ask for one.
  @Test func whatIsNotDeclaredIsNotAskedFor() async throws {
    try await store(.empty)
    let oci = Registry.Manifest(.oci, config: Content.empty.digest)
    _ = try await client.send(PutManifest(repository: repository, tag: "a", manifest: oci))
    let dockerOnly = Resource<Registry.Manifest, Registry.Refusal>(
      GetManifest(repository: repository, reference: "a").request,
      [
        .code(200, .decode.when("application/vnd.docker.distribution.manifest.v2+json")),
        .including(Registry.refusals),
      ])
    #expect(await refusal(of: dockerOnly)?.codes == [.known(.manifestUnknown)])
  }

  @Test func pagesAreLinked() async throws {
    let names = (1...5).map { repository + ["\($0)"] }
    for name in names { try await store(.empty, in: name) }

    var found: [String] = []
    for try await page in client.pages(of: ListRepositories(pageSize: 2)) {
      #expect(page.value.count == 2 || page.next == nil)
      found += page.value
    }
    let own = repository.joined(separator: "/") + "/"
    #expect(found.filter { $0.hasPrefix(own) } == (1...5).map { "\(own)\($0)" })
  }

  @Test func whatIsDeletedIsGone() async throws {
    try await store(.empty)
    let manifest = Registry.Manifest(.oci, config: Content.empty.digest)
    let stored = try await client.send(
      PutManifest(repository: repository, tag: "a", manifest: manifest))
    let deletion = DeleteManifest(repository: repository, digest: stored.digest)
    try await client.send(deletion)
    #expect(await refusal(of: deletion)?.codes == [.known(.manifestUnknown)])

    let blob = FindBlob(repository: repository, digest: Content.empty.digest)
    #expect(try await client.send(blob) != nil)
    try await client.send(DeleteBlob(repository: repository, digest: Content.empty.digest))
    #expect(try await client.send(blob) == nil)
  }

  private func refusal<E: ResourceConvertible>(of endpoint: E) async -> Registry.Refusal?
  where E.Thrown == CallError<Registry.Refusal> {
    await client.result(of: endpoint).failure?.declared
  }

  private func store(_ content: Content, in name: [String]? = nil) async throws {
    let upload = try await client.send(BeginUpload(repository: name ?? repository))
    _ = try await client.send(
      FinishUpload(upload: upload, digest: content.digest, body: .bytes(content.bytes)))
  }
}

extension Registry.Manifest {
  fileprivate enum Kind: String {
    case docker = "application/vnd.docker.distribution.manifest.v2+json"
    case oci = "application/vnd.oci.image.manifest.v1+json"
  }

  fileprivate init(_ kind: Kind, config: String, layers: [String] = []) {
    mediaType = kind.rawValue
    self.config = Part(mediaType: "application/vnd.oci.image.config.v1+json", size: 2, digest: config)
    self.layers = layers.map {
      Part(mediaType: "application/vnd.oci.image.layer.v1.tar", size: 2, digest: $0)
    }
  }
}

/// Bytes, and their SHA-256: what `sha256sum` says.
private struct Content {
  var bytes: Data
  var digest: String

  static let empty = Content(
    bytes: Data("{}".utf8),
    digest: "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")

  /// `seq 1 300000`
  static let numbers = Content(
    bytes: Data((1...300_000).map { "\($0)\n" }.joined().utf8),
    digest: "sha256:a036031249164ec858e23450a91585ae7dcb73d481105832ca33813da893233f")
}

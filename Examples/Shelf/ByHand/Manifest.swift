/// The manifest that a tag refers to (OCI image specification). Here its `layers` has one file.
struct Manifest: Codable, Sendable, Equatable {
  struct Blob: Codable, Sendable, Equatable {
    var mediaType = "application/octet-stream"
    var digest: String
    var size: Int64
    var annotations: [String: String]?
  }

  static let mediaType = "application/vnd.oci.image.manifest.v1+json"

  var schemaVersion = 2
  var mediaType = Manifest.mediaType
  var artifactType = "application/vnd.example.shelf"
  var config = Blob.empty
  var layers: [Blob]
}

extension Manifest.Blob {
  /// `{}`, which stands for no configuration.
  static let empty = Manifest.Blob(
    mediaType: "application/vnd.oci.empty.v1+json",
    digest: "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", size: 2)

  /// The name of the original file.
  var title: String? { annotations?["org.opencontainers.image.title"] }
}

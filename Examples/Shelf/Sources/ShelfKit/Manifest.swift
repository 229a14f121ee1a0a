import Repartee

/// The manifest that a tag refers to (OCI image specification). Here its `layers` has one file.
public struct Manifest: Codable, Sendable, Equatable {
  public struct Blob: Codable, Sendable, Equatable {
    public var mediaType = "application/octet-stream"
    public var digest: String
    public var size: Int64
    public var annotations: [String: String]?
  }

  static let mediaType: MediaRange = "application/vnd.oci.image.manifest.v1+json"

  public var schemaVersion = 2
  public var mediaType = Manifest.mediaType.description
  public var artifactType = "application/vnd.example.shelf"
  public var config = Blob.empty
  public var layers: [Blob]
}

extension Manifest.Blob {
  /// `{}`, which stands for no configuration.
  static let empty = Manifest.Blob(
    mediaType: "application/vnd.oci.empty.v1+json",
    digest: "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", size: 2)

  /// The name of the original file.
  public var title: String? { annotations?["org.opencontainers.image.title"] }
}

import Foundation
import Observation
import Repartee

/// Sends a photo, and shows how much of it was sent.
@Observable
public final class PhotoUpload {
  public enum State: Equatable { case ready, sending(fraction: Double?), sent, failed(String) }

  public private(set) var state = State.ready
  private let client: Client

  public init(_ reader: Reader) { client = reader.client }

  public func send(_ file: URL, for article: Int) async {
    state = .sending(fraction: 0)
    let body = Request.Body.file(file, contentType: "image/jpeg").reportingProgress { progress in
      Task { @MainActor in self.show(progress) }
    }
    do {
      try await client.send(UploadPhoto(article: article, photo: body))
      state = .sent
    } catch {
      switch error.declared {
      case .tooLarge: state = .failed("The photo is too large.")
      case .notAnImage: state = .failed("The file is no photo.")
      case nil: state = .failed(message(for: error))
      }
    }
  }

  private func show(_ progress: TransferProgress) {
    guard case .sending = state else { return }
    state = .sending(fraction: progress.fraction)
  }
}

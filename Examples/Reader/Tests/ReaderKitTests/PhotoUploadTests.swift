import Foundation
import Repartee
import ReparteeTesting
import Testing

@testable import ReaderKit

struct PhotoUploadTests {
  private func withPhoto(_ test: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jpg")
    try Data(count: 200_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await test(file)
  }

  @Test func progressIsShown() async throws {
    try await withPhoto { file in
      let clock = ManualClock()
      let stubs = Stubs { Stub(UploadPhoto.self, .status(204).after(.seconds(5))) }
      let upload = try await PhotoUpload(Reader.signedIn(stubs, clock: clock))
      let sending = Task { await upload.send(file, for: 7) }
      await clock.waitForSleep(of: .seconds(5))
      await wait { upload.state == .sending(fraction: 1) }
      #expect(upload.state == .sending(fraction: 1))
      clock.advance(by: .seconds(5))
      await sending.value
      #expect(upload.state == .sent)
    }
  }

  @Test func aPhotoThatIsTooLargeIsRefused() async throws {
    try await withPhoto { file in
      let upload = try await PhotoUpload(
        Reader.signedIn(Stubs { Stub(UploadPhoto.self, .failure(.tooLarge)) }))
      await upload.send(file, for: 7)
      #expect(upload.state == .failed("The photo is too large."))
    }
  }
}

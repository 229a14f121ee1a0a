#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ResponseStream where Element == Data, DeclaredFailure == Never {
  /// Writes the body to a file, completely or not at all (<doc:StreamingResponses>): to a temporary file in the same
  /// folder (`.`, a UUID and `.partial`), which replaces that at `url` when all bytes are on the disk.
  ///
  /// ```swift
  /// // ResponseMap<ResponseStream<Data, Never>, Never>
  /// [.code(200, .stream(.bytes))]
  ///
  /// let report = try await client.send(GetReport())
  /// try await report.write(to: file) { progress in
  ///   print(progress.bytes, "of", progress.total as Any)
  /// }
  /// ```
  ///
  /// The part of a 206 is appended to the file, which has to end where the part begins. If the body breaks, what
  /// arrived of it stays; no byte before it is ever changed. A 206 that has another range than the request asked for,
  /// several ranges, a content coding or no Content-Range is refused, and the file is unchanged.
  ///
  /// - Parameters:
  ///   - url: A file URL.
  ///   - report: Called after each chunk. The total is Content-Length if the body has no content coding; of a part,
  ///     bytes and total are those of the whole.
  /// - Returns: The number of bytes written.
  /// - Throws: A ``CallError``, for a file that can't be written with a ``BodyDecodingError`` of kind
  ///   ``BodyDecodingError/Kind/notStored``.
  @discardableResult
  public func write(
    to url: URL, progress report: @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws(CallError<Never>) -> Int64 {
    do {
      guard url.isFileURL else {
        throw BodyDecodingError(.notStored, message: "the URL is not that of a file")
      }
      if status.code == 206 { return try await append(to: url.path, report) }
      let file = try PartialFile(for: url.path)
      var progress = TransferProgress(bytes: 0, total: length)
      for try await chunk in self {
        try file.write(chunk)
        progress.bytes += Int64(chunk.count)
        report(progress)
      }
      try file.moveIntoPlace()
      return progress.bytes
    } catch {
      throw failure(error, writing: url)
    }
  }

  private func failure(_ error: any Error, writing url: URL) -> CallError<Never> {
    if let error = error as? CallError<Never> { return error }
    return self.error(
      .undecodable(
        error as? BodyDecodingError
          ?? BodyDecodingError(
            .notStored, message: "the file \(url.path) can't be written: \(error)", underlying: error)))
  }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

extension Client {
  /// Downloads to a file, completely or not at all, and resumes a download that broke off, also in another process.
  ///
  /// ```swift
  /// // ResponseMap<ResponseStream<Data, Never>, Never>
  /// [.code(200, .stream(.bytes))]
  ///
  /// try await client.download(GetReport(), to: file)
  /// ```
  ///
  /// The received bytes remain beside the file, in `.NAME.partial` and `.NAME.partial.json`, and only the rest is
  /// requested by the next download, if the resource and the user are the same (<doc:ReparteeDownloads>; RFC 9110,
  /// sections 13.1.5 and 15.3.7); otherwise it begins again. A body that breaks off is resumed in the same call, at
  /// most `RetryPolicy.maximumAttempts` - 1 times without a new byte. A part of the resource that does not fit fails
  /// the download, and the earlier bytes remain.
  ///
  /// - Parameters:
  ///   - endpoint: An endpoint that streams bytes. It need not declare 206 and 416.
  ///   - file: A file URL.
  ///   - report: Called after each chunk. Bytes and total are those of the whole; they shrink if the download begins
  ///     again.
  ///   - adjusting: Changes the request for this call only.
  /// - Returns: The length of the file in bytes.
  /// - Throws: A `CallError`, or the endpoint's own `Endpoint.Thrown`, as `send` does; for a file that can't be
  ///   written, or that another download is writing, with a `BodyDecodingError` of kind `notStored`; for a request with
  ///   `Range` or `If-Range`, with a `RequestError`.
  @discardableResult
  public nonisolated(nonsending) func download<E: ResourceConvertible>(
    _ endpoint: E, to file: URL, progress report: @Sendable (TransferProgress) -> Void = { _ in },
    adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Int64 where E.Output == ResponseStream<Data, Never> {
    var resource = endpoint.resource
    adjusting(&resource.request)
    var download = Download(client: self, endpoint: endpoint, resource: resource)
    do throws(CallError<E.Failure>) { return try await download.run(to: file, report) } catch {
      throw E.Thrown(error)
    }
  }
}

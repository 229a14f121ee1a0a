#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Repartee

extension Client {
  /// Downloads to a file, and goes on with a download that broke, also one of another process.
  ///
  /// ```swift
  /// struct GetFilm: Endpoint {
  ///   var request: Request { .get("/film") }
  ///   static let responses: ResponseMap<ResponseStream<Data>, Never> = [
  ///     .code(200, .stream(.bytes))
  ///   ]
  /// }
  ///
  /// try await client.download(GetFilm(), to: file)
  /// ```
  ///
  /// The file is written completely or not at all. What has arrived is in the same folder, in `.NAME.partial`, with its
  /// validator in `.NAME.partial.json`; both remain if the download breaks or is cancelled, and the next one asks for
  /// the rest (`Range`), on condition that the resource is the same (`If-Range`: a strong entity tag, or without any tag
  /// a date that is a minute older than its response). It begins again if the resource has changed, if there was no such
  /// validator, and if the URL, the header fields or the credential are others; a session's credential may change if its
  /// account is named (``Session/signIn(_:as:)``). `Accept-Encoding` is `identity`; a body that has a content coding
  /// nonetheless is requested again with the codings that the transport decodes, and can't be resumed.
  ///
  /// A body that breaks is resumed within ``RetryPolicy/maximumAttempts``, which count from each break that comes after
  /// new bytes; the client's budget of retries does not count. Only a GET is resumed.
  ///
  /// A 206 with another range, total or validator than expected, or several ranges, fails the download, and what has
  /// arrived remains; if that happens to the next download again, it begins again.
  ///
  /// - Parameters:
  ///   - endpoint: An endpoint that streams bytes. Its map need not declare 206 and 416.
  ///   - file: A file URL.
  ///   - report: Called after each chunk; bytes and total are those of the whole, which may begin again.
  ///   - adjusting: Changes the request for this call only.
  /// - Returns: The length of the file in bytes.
  /// - Throws: A ``CallError``, or the endpoint's own ``Endpoint/Thrown``: as `send`; for a file that can't be written,
  ///   or that another download is writing, with a ``BodyDecodingError`` of kind ``BodyDecodingError/Kind/notStored``;
  ///   for a request with `Range` or `If-Range`, with a ``RequestError``.
  ///
  /// See RFC 9110, sections 13.1.5, 14 and 15.3.7.
  @discardableResult
  public nonisolated(nonsending) func download<E: ResourceConvertible>(
    _ endpoint: E, to file: URL, progress report: @Sendable (TransferProgress) -> Void = { _ in },
    adjusting: (inout Request) -> Void = { _ in }
  ) async throws(E.Thrown) -> Int64 where E.Output == ResponseStream<Data> {
    var resource = endpoint.resource
    adjusting(&resource.request)
    var download = Download(client: self, endpoint: endpoint, resource: resource)
    do throws(CallError<E.Failure>) { return try await download.run(to: file, report) } catch {
      throw E.Thrown(error)
    }
  }
}

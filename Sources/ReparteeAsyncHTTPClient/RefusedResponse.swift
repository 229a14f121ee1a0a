#if AsyncHTTPClient
/// Input that is not an HTTP response, or a cancelled response.
struct RefusedResponse: Error, CustomStringConvertible {
  let description: String
}
#endif

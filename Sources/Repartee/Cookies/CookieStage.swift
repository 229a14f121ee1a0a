import HTTPTypes

/// Adds cookies before the credential, because a signature covers them.
struct CookieStage: Stage {
  let jar: CookieJar

  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let (outgoing, client) = (request.scope.outgoing, request.scope.context.client)
    var request = request
    if outgoing.takesCookies, let value = jar.field(for: outgoing.url, at: client.now()) {
      request.headers[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
    }
    let response = try await next(request)
    if let head = response.networkHead {
      jar.receive(head.headerFields, from: outgoing.url, at: client.now())
    }
    return response
  }
}

import Foundation
import Repartee
import ReparteeOAuth

/// `SignIn ISSUER CLIENT [PORT | out]`: a program whose user signs in with a browser.
@main enum SignIn {
  struct User: Decodable {
    var sub: String
    var name: String?
  }

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard (2...3).contains(arguments.count) else {
      print("usage: SignIn ISSUER CLIENT [PORT | out]")
      exit(2)
    }
    do {
      try await run(
        issuer: arguments[1], client: arguments[2], last: arguments.count == 3 ? arguments[3] : "0")
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  static func run(issuer: String, client id: String, last: String) async throws {
    var client = Client(baseURL: issuer, transport: .urlSession)
    let server = try await client.send(AuthorizationServer.discovery(issuer: issuer))
    let oauth = OAuthClient(id: id, server: server)
    let store = FileCredentialStore<BearerToken>(
      path: FileManager.default.homeDirectoryForCurrentUser.appending(path: ".repartee-sign-in").path)
    let session = Session(refreshing: oauth, store: store)

    if last == "out" {
      // A file that can't be read does not keep the user signed in.
      let token = (try? store.load())?.credential ?? session.credential
      try await session.signOut()
      if let token, oauth.revocationURL != nil {
        let result = await client.result(of: oauth.revocation(of: token))
        if case .failure(let error) = result { print("The server did not revoke the token: \(error)") }
      }
      print("You are signed out.")
      return
    }
    client.authentication = .session(session)
    if try !isSignedIn(store) { try await signIn(oauth, session, client, port: UInt16(last) ?? 0) }
    let user = try await client.send(oauth.userInfo(User.self, authentication: .session(session)))
    print("You are signed in as \(user.name ?? user.sub).")
  }

  /// Removes a file that is damaged or that others may read. A file of another user stays, and ends the program.
  static func isSignedIn(_ store: FileCredentialStore<BearerToken>) throws -> Bool {
    do {
      return try store.load() != nil
    } catch let error as AuthenticationError
      where [.storeUnreadable, .storeNotPrivate].contains(error.kind)
    {
      try store.save(nil)
      return false
    }
  }

  static func signIn(
    _ oauth: OAuthClient, _ session: Session<BearerToken>, _ client: Client, port: UInt16
  ) async throws {
    let listener = try LoopbackListener(port: port)
    let request = try oauth.authorizationRequest(
      redirectURI: "http://127.0.0.1:\(listener.port)/done", scope: "openid profile")
    print("Open this in a browser:\n\n\(request.url)\n")
    fflush(nil)
    let code = try await code(for: request, at: listener)
    let tokens = try await client.send(oauth.tokens(code: code, for: request))
    try await session.signIn(tokens.token, as: tokens.idToken?.subject)
  }

  /// Any web page can send the browser here, so a visit with another state is ignored.
  static func code(
    for request: AuthorizationRequest, at listener: LoopbackListener
  ) async throws -> String {
    while true {
      let visit = try await listener.visit(
        within: .seconds(300), showing: "You can close this page and return to the program.")
      do {
        return try request.code(from: visit)
      } catch {
        guard error == .otherState else { throw error }
      }
    }
  }
}

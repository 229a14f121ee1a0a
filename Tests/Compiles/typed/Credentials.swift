import Foundation
import Repartee
import ReparteeCaching

// Credentials.

client.authentication = .bearer(token)
client.authentication = .bearer("a token")
client.authentication = .basic(username: "ada", password: "secret")
client.authentication = .apiKey("key", header: "X-Api-Key")
// compiles

client.authentication = .bearer { try await provider.token() }
// compiles

client.authentication = .bearer { "constant" }
// compiles

client.authentication = .bearer(provider.token)
// compiles

client.authentication = .bearer(try await provider.token())
// compiles

client.headers["Authorization"] = "Bearer \(token)"
// compiles

client.authentication = .basic("ada", "secret")
// says: basic(username:

client.authentication = .basic(user: "ada", password: "secret")
// says: basic(username:

client.authentication = .apiKey("key")
// says: header:

client.authentication = .apiKey("key", name: "X-Api-Key")
// says: header:

client.authentication = .token(token)
// says: bearer

client.authentication = .bearerToken(token)
// says: bearer

client.authentication = .bearer(token: token)
// says: bearer

client.authentication = .oauth2(token)
// says: session

client.authentication = token
// says: Authentication

client.bearerToken = token
// says: authentication = .bearer(

client.accessToken = token
// says: authentication = .bearer(

client.credential = nil
// says: authentication

client.authenticator = nil
// says: authentication

requests(.get("/login").authenticated(.off))
requests(.get("/admin").authenticated(.bearer { try await provider.token() }))
// compiles

let stored = BearerToken(token, refreshToken: missing)
// compiles

let stored = BearerToken(token, refreshToken: nil, expiration: Date(timeIntervalSince1970: 0))
// compiles

let session = Session<BearerToken> { token, refresh in
  let request: Request = .post("/token", body: .form(["refresh_token": token.refreshToken]))
  return try await refresh.client.send(Resource(BearerToken.self, request))
}
client.authentication = .session(session)
// compiles

let session = Session<BearerToken>.obtaining { _, _ in BearerToken(try await provider.token()) }
client.authentication = .session(session)
// compiles

let stored = BearerToken(accessToken: token)
// says: BearerToken(

// As in other libraries, and their sessions.

client.token = token
// says: authentication = .bearer(

client.auth = .bearer(token)
// says: authentication

client.authorization = "Bearer \(token)"
// says: authentication = .bearer(

client.apiKey = "key"
// says: authentication = .apiKey(

client.authenticate(username: "ada", password: "secret")
// says: authentication = .basic(

client.setAuthorizationHeader(username: "ada", password: "secret")
// says: authentication = .basic(

client.tokenProvider = { token }
// says: authentication = .bearer

client.authentication = .basic(user: "ada", pass: "secret")
// says: basic(username:

client.authentication = .basicAuth("ada", "secret")
// says: basic(username:

client.authentication = .apiKey(name: "X-Api-Key", value: "key")
// says: header:

client.authentication = .apiKey("X-Api-Key", "key")
// says: header:

client.authentication = .header("X-Api-Key", "key")
// says: header:

client.authentication = .apiKey("key", in: "X-Api-Key")
// says: header:

client.authentication = .apiKey("key", query: "api_key")
client.authentication = .signing { $0.headers["X-Signature"] = "7" }
// compiles

client.authentication = .jwt(token)
// says: bearer

client.authentication = .accessToken(token)
// says: bearer

client.authentication = .digest(username: "ada", password: "secret")
// says: signing

client.authentication = .custom("Token \(token)")
// says: .apiKey(

client.authentication = .bearer(missing)
// says: off

client.authentication = missing.map { .bearer($0) } ?? .off
// compiles

client.authentication = nil
// says: off

client.headers[.authorization] = "Bearer \(token)"
// compiles

// Alamofire, OAuth libraries

print(stored.token)
// says: accessToken

print(stored.isExpired, stored.expiresAt as Any)
// says: expiration

print(stored.requiresRefresh)
// says: expiration

let stored = BearerToken(token: token)
// says: BearerToken(

let stored = BearerToken(accessToken: token, refreshToken: "refresh")
// says: BearerToken(

let stored = BearerToken(token, refreshToken: "refresh", expiresIn: 3600)
// says: expiration:

let stored = BearerToken(token, refreshToken: "refresh", expiration: date.addingTimeInterval(3600))
// compiles

print(session.accessToken as Any)
// says: credential?.accessToken

print(session.isSignedIn)
// says: state

print(session.isAuthenticated)
// says: state

try await session.logout()
// says: signOut

try await session.login(stored)
// says: signIn

try await session.refresh()
// says: refreshNow(with:

try await session.signIn(stored, as: "ada")
if case .signedIn(let name) = session.state { print(name ?? "") }
try await session.signOut()
// compiles

let session = Session<BearerToken>(refresh: { token, refresh in token })
// says: refreshing

client.authentication = session
// says: .session(

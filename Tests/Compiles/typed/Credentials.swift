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

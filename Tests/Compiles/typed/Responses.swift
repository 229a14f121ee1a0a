import Foundation
import Repartee
import ReparteeCaching

// Responses with their status and header fields, as in other libraries.

// Alamofire, URLSession, Get

if let code = reply.response?.statusCode { print(code) }
// says: status

print(reply.response.statusCode)
// says: status

if (200...299).contains(reply.statusCode) { print("success") }
// says: status

guard 200...299 ~= response.statusCode else { return }
// says: status

guard response.statusCode == 200 else { return }
// says: status

print(reply.allHeaderFields["X-Id"] as Any)
// says: headers

print(reply.value(forHTTPHeaderField: "X-Id") ?? "")
// says: header

print(reply.metrics as Any)
// says: duration

print(reply.mimeType ?? "", reply.suggestedFilename ?? "")
// says: contentType

print(reply.currentRequest?.url as Any)
// says: request

print(reply.request.httpMethod ?? "")
// says: method

print(reply.request.allHTTPHeaderFields ?? [:])
// says: headers

print(reply.request.value(forHTTPHeaderField: "Authorization") ?? "")
// says: headers

let user = try JSONDecoder().decode(User.self, from: response.data)
// says: body

let user = try JSONDecoder().decode(User.self, from: response.body)
print(String(data: response.body, encoding: .utf8) ?? "", String(decoding: response.body, as: UTF8.self))
// compiles

switch reply.status {
case .ok: print("ok")
case .notFound: print("not found")
default: print(reply.status.code, reply.status.reasonPhrase)
}
// compiles

switch reply.status.code {
case 200..<300: print("success")
case 401, 403: print("sign in")
default: print("failed")
}
// compiles

if reply.status == 200 || reply.status == .created || reply.status.kind == .successful { print("success") }
// compiles

print(reply.headers["X-Request-Id"] ?? "", reply.headers[.contentType] ?? "", reply.request.url)
for field in reply.headers { print(field.name, field.value) }
// compiles

// Moya

let user = try response.map(User.self)
// says: decode

let users = try response.map([User].self, atKeyPath: "users", using: JSONDecoder())
// says: decode

let user = try response.filterSuccessfulStatusCodes().map(User.self)
// says: map

let json = try response.mapJSON()
// says: decode(JSONValue.self)

let text = try response.mapString()
// says: text

// axios, ky, fetch, requests

if response.ok { print("success") }
// says: status.kind

print(reply.statusText)
// says: reasonPhrase

try response.raiseForStatus()
// says: ResponseMap

let text = try await response.text()
// says: text

let user: User = try await response.json()
// says: decode

print(response.content)
// says: body

print(reply.url?.absoluteString ?? "")
// says: request.url

print(reply.elapsed)
// says: duration

print(reply.history)
// says: redirects

print(reply.cookies)
// says: client.cookies

// OkHttp, Retrofit, ktor

if response.isSuccessful { print("success") }
// says: status.kind

print(response.code)
// says: status

let user = try response.body(User.self)
// says: decode

print(reply.code)
// says: status

// AsyncHTTPClient, swift-openapi-runtime

if let id = reply.headers.first(name: "X-Id") { print(id) }
// says: headers["X-Name"]

print(reply.headerFields["X-Id"] ?? "")
// says: headers

print(reply.isFromCache)
// says: source

// Neighbours of the hints.

let data = response.body
let text: String? = response.text
if let text = response.text, !text.isEmpty { print(text.count, response.body.count, data) }
print(response.text ?? "", response.text?.count ?? 0, response.text.map { $0.count } ?? 0)
// compiles

let next = reply.url("/users?page=2")
print(next as Any, reply.url(in: "Content-Location") as Any, reply.link("next") as Any)
// compiles

let fields = reply.headers
let status = reply.status
print(fields, status, reply.duration, reply.attempts.count, reply.redirects.count)
// compiles

let responses = [response, response]
print(responses.map(\.status), responses.map(\.body), responses.map { $0.status.code })
// compiles

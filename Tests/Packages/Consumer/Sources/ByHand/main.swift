import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat

struct User: Decodable {
  var name: String
}

let url = CommandLine.arguments.dropFirst().first ?? "https://api.example"
let request = HTTPClientRequest(url: "\(url)/users/7")
let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
let body = try await response.body.collect(upTo: 1 << 20)
let user = try JSONDecoder().decode(User.self, from: body)
print("\(response.status.code): Hello, \(user.name)!")

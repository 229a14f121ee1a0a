// The examples of "Redirects, limits and cookies".
import Foundation
import Repartee

nonisolated struct Report: Decodable, Sendable {
  var rows: Int
}

enum Submission: Sendable {
  case done(Report)
  case seeOther(URL?)
}

struct SubmitReport: Endpoint {
  var request: Request { .post("/reports") }

  static let responses: ResponseMap<Submission, Never> = [
    .code(200, .decode(Report.self) { .done($0) }),
    // Declared: not followed.
    .code(303, .value { .seeOther($0.location) }),
  ]
}

struct GetReport: Endpoint {
  var id: Int

  var request: Request { .get("/reports/\(id)") }
  static let responses: ResponseMap<Report, Never> = .anySuccess
}

func example(client: Client) async throws {
  var client = client

  client.redirects = .follow(limit: 3)
  client.redirects = .off
  client.redirects = .deciding { redirect in
    redirect.isSameOrigin || redirect.host == "files.example.com"
      ? .follow : .refuse
  }

  let response = try await client.response(to: GetReport(id: 7))
  for redirect in response.redirects {
    // 307 Temporary Redirect → https://files.example.com/7?key=***
    print(redirect)
  }

  client.timeout = .seconds(20)
  client.headTimeout = .seconds(5)
  client.idleTimeout = .seconds(10)
  client.maximumBodySize = 1 << 20
  let report = try await client.send(GetReport(id: 7)) { request in
    request.timeout = .seconds(2)
    request.redirects = .off
  }

  let jar = CookieJar()
  client.cookies = jar
  _ = try await client.send(SubmitReport())
  let cookies = try jar.cookies(for: "https://api.example.com/")
  let session = cookies.first { $0.name == "sid" }

  print(report, session as Any)
}

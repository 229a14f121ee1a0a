import Foundation
import HTTPTypes
import Repartee

extension StageClaims {
  static let passing: [Claim] = [
    Claim("a request is passed on with its method, URL, fields and body") { makeStage in
      let trial = try await StageTrial(makeStage) { _ in .text("fine") }
      let request = Request.post(
        "/a/\(7)", query: ["page": 2], headers: ["Accept": "text/plain", "If-Match": "\"1\""],
        body: .text("one"))
      _ = try await trial.text(request)
      let sent = trial.requests
      try expect(sent.count, 1, "requests")
      try expect(sent[0].head.method, .post, "method")
      try expect(sent[0].head.path, "/a/7?page=2", "path")
      for name in [HTTPField.Name.accept, .ifMatch, .contentType] {
        try expect(sent[0].head.headerFields[fields: name].count, 1, "fields with the name \(name)")
      }
      try expect(sent[0].head.headerFields[.ifMatch], "\"1\"", "If-Match")
      try expect(sent[0].body?.bytes, Data("one".utf8), "body")
    },
    Claim("a response is returned with its status, fields and body") { makeStage in
      for status in [200, 201, 404, 500] {
        let trial = try await StageTrial(makeStage) { _ in
          .text("body of \(status)", status: status, headers: [.server: "own"])
        }
        let reply = try await trial.text()
        try expect(reply.status.code, status, "status")
        try expect(reply.head.headerFields[.server], "own", "Server")
        try expect(reply.value, "body of \(status)", "body")
      }
    },
    Claim("each of many calls at once has its own response") { makeStage in
      let trial = try await StageTrial(makeStage) { request in .text(request.head.path ?? "") }
      let calls = (0..<50).map { number in Task { try await trial.text(.get("/\(number)")).value } }
      for (number, call) in calls.enumerated() {
        try expect(try await call.value, "/\(number)", "body of a call")
      }
    },
    Claim("a call fails with the error of next", "AttemptError") { makeStage in
      let kinds: [TransportError.Kind] = [
        .connectionLost, .hostNotFound, .tls, .timedOut(.connect), .protocolViolation, .other,
      ]
      for kind in kinds {
        let trial = try await StageTrial(makeStage) { _ in throw TransportError(kind) }
        try expectFailure(
          await Task { try await trial.text() }.result, kind, "a call whose transport throws \(kind)")
      }
    },
    Claim("transient errors and statuses are retried as without the stage", "Retryability") { makeStage in
      let count = Count()
      let trial = try await StageTrial(makeStage) { _ in
        switch count.next() {
        case 1: throw TransportError(.connectionLost)
        case 2: .status(503)
        default: .text("fine")
        }
      }
      let reply = try await trial.text { $0.retry = .standard }
      try expect(reply.value, "fine", "body")
      try expect(trial.requests.count, 3, "requests")
      try expect(reply.attempts.count, 3, "attempts")
    },
    Claim("a call sends one request", "NextStage") { makeStage in
      let trial = try await StageTrial(makeStage) { _ in .text("fine") }
      let once = ByteStream(length: 3, once: chunks("one"))
      let reply = try await trial.text(.put("/a", body: .stream(once, contentType: "text/plain")))
      try expect(trial.requests.count, 1, "requests")
      try expect(trial.requests[0].body?.bytes, Data("one".utf8), "body")
      try expect(reply.attempts.count, 1, "attempts")
    },
    Claim("nothing is sent after the call has ended", "NextStage") { makeStage in
      let trial = try await StageTrial(makeStage) { _ in .text("fine") }
      for number in 1...3 {
        _ = try await trial.text(.get("/\(number)"))
        for _ in 0..<1_000 { await Task.yield() }
        try expect(trial.requests.count, number, "requests of \(number) calls")
      }
    },
  ]
}

import Foundation
import Repartee
import ReparteeCaching

// Streams of bytes, lines and events.

let map: ResponseMap<ResponseStream<User, Never>, Never> = [.success(.stream(.sse(of: User.self)))]
// says: serverSentEvents

let map: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [.success(.stream(.sse))]
// says: serverSentEvents

let map: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [.success(.stream(.events))]
// says: serverSentEvents

let map: ResponseMap<ResponseStream<User, Never>, Never> = [.success(.stream(.ndjson(of: User.self)))]
// says: jsonLines

let map: ResponseMap<ResponseStream<String, Never>, Never> = [.success(.stream(.lines))]
// says: lines()

let map: ResponseMap<ResponseStream<Data, Never>, Never> = [.success(.stream(.data))]
// says: bytes

let map: ResponseMap<ResponseStream<Data, Never>, Never> = [.success(.stream(.bytes))]
let lines: ResponseMap<ResponseStream<String, Never>, Never> = [.success(.stream(.lines()))]
let events: ResponseMap<ResponseStream<ServerSentEvent, Never>, Never> = [
  .success(.stream(.serverSentEvents()))
]
// compiles

for try await user in try await client.send(Chat()) { print(user.name) }
// compiles

let stream = try await client.send(GetFile())
for try await line in stream.lines { print(line) }
// says: .stream(.lines())

let stream = try await client.send(GetFile())
for try await chunk in stream { print(chunk.count) }
// compiles

let stream = try await client.send(GetFile())
try await stream.save(to: file)
// says: write

let stream = try await client.send(GetFile())
try await stream.write(to: file) { progress in print(progress.fraction ?? 0, progress.bytes) }
// compiles

let stream = try await client.send(GetFile())
try await stream.write(to: file) { print($0.fractionCompleted) }
// says: fraction

let stream = try await client.send(GetFile())
let data = try await stream.collect(upTo: 1024 * 1024)
// compiles

let stream = try await client.send(GetFile())
let data = try await stream.collect()
// says: collect(upTo:

let stream = try await client.send(Chat())
print(stream.statusCode)
// says: status

let stream = try await client.send(Chat())
stream.cancel()
// says: Task

let event = ServerSentEvent(data: "[DONE]")
print(event.event, event.data)
// says: type

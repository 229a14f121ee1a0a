import Foundation
import Repartee
import ReparteeCaching

// Queries.

requests(.get("/search", query: ["q": text, "page": 2, "exact": true, "since": date, "tag": ["a", "b"]]))
// compiles

requests(.get("/search", query: ["q": missing, "id": UUID(), "price": 1.5]))
// compiles

requests(.get("/search", query: ["q": text, "q": "two"]))
// compiles

requests(.get("/search", query: Request.Query(texts)))
// compiles

requests(.get("/search", query: Request.Query(texts)))
// compiles

requests(.get("/search", query: Request.Query(["page": 2, "per": 10])))
// compiles

requests(.get("/search", query: Request.Query(items)))
// compiles

requests(.get("/search", query: Request.Query([URLQueryItem(name: "page", value: "2")])))
// compiles

requests(.get("/search", query: .init(texts)))
// compiles

requests(.get("/search", query: Request.Query(encoding: filter)))
// compiles

requests(.get("/search", query: .init(encoding: filter, arrays: .brackets)))
// compiles

let query: Request.Query = ["page": 2]
requests(.get("/search", query: query))
// compiles

requests(.get("/search", query: [:]))
// compiles

requests(.get("/search", query: texts))
// says: Request.Query(

requests(.get("/search", query: items))
// says: Request.Query(

requests(.get("/search", query: [URLQueryItem(name: "page", value: "2")]))
// says: Request.Query(

requests(.delete("/search", query: texts))
// says: Request.Query(

requests(.post("/search", query: texts, body: .json(user)))
// says: Request.Query(

requests(.get("/search", query: filter))
// says: Request.Query(encoding:

requests(.get("/search", query: Request.Query(filter)))
// says: encoding:

requests(.get("/search", query: ["sort": Sort.name]))
// says: QueryValue

requests(.get("/search", query: ["sort": Sort.name.rawValue]))
// compiles

requests(.get("/search", query: ["callback": url]))
// compiles

requests(.get("/search", query: ["letter": Character("a")]))
// compiles

requests(.get("/search", query: "page=2"))
// says: a query is ["page": 2]

requests(.get("/search", parameters: ["page": 2]))
// says: query:

requests(.get("/search", params: ["page": 2]))
// says: query:

requests(.get("/search", queryItems: items))
// says: query:

requests(.get("/search", searchParams: ["page": 2]))
// says: query:

var query = Request.Query()
query.append("page", 2)
query.append("city", joining: ["Rome", "Oslo"])
query.items.append(.init("flag", nil))
// compiles

var query: Request.Query = [:]
query["page"] = 2
// says: append

requests(.get("/search?page=\(2)&q=\(text)"))
// compiles

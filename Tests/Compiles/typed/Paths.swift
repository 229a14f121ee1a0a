import Foundation
import Repartee
import ReparteeCaching

// Paths.

requests(.get("/users/\(id)"))
requests(.get("users/\(UUID())/posts?page=\(2)"))
requests(.get("/files/\(segments: ["a", "b"])"))
requests(.get("/users/\(id, name: "id")/\(Sort.name)"))
// compiles

requests(.get("/users"))
requests(.post("/users/\(name)", body: .json(user)))
requests(.put("/users/\(name)"))
requests(.patch("/users/\(name)"))
requests(.delete("/users/\(name)"))
requests(.head("/users/\(name)"))
requests(.query("/users/\(name)", body: .json(filter)))
// compiles

let path: Request.Path = "/users/\(id)"
requests(.get(path))
// compiles

requests(.get(Request.Path(path)))
// compiles

requests(.get(path))
// says: Request.Path(

requests(.post(path, body: .json(user)))
// says: Request.Path(

requests(.delete(path))
// says: Request.Path(

requests(Request(.get, path))
// says: Request.Path(

requests(.get("/users/" + name))
// says: Request.Path(

requests(.get(path + "/\(id)"))
// says: Request.Path(

requests(.get(["users", name].joined(separator: "/")))
// says: Request.Path(

requests(.get(String(format: "/users/%d", id)))
// says: Request.Path(

requests(.get("/users/\(missing)"))
// says: unwrap the optional first

requests(.get("/users/\(date)"))
// says: has no text of its own

requests(.get("/users/\(user)"))
// says: has no text of its own

requests(.get(path: "/users"))
// says: .get("/users")

requests(.get("/users", headers: ["If-None-Match": missing], timeout: .seconds(1)))
// compiles

let condition = true
requests(.get(condition ? "/users" : "/people"))
// compiles

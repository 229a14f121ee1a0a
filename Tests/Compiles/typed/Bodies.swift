import Foundation
import Repartee
import ReparteeCaching

// Bodies.

requests(.post("/users", body: .json(user)))
// compiles

requests(.post("/users", body: .json(["name": "Ada"])))
requests(.post("/users", body: .json(["ids": [1, 2]])))
requests(.post("/users", body: .json([user, user])))
// compiles

requests(.post("/users", body: .json(["name": name, "nick": missing])))
// compiles

requests(.post("/users", body: .json(["a": 1, "name": name])))
// compiles

requests(.post("/users", body: .json(["a": 1, "name": name, "user": user])))
// compiles

requests(.post("/users", body: .json(["a": 1, "nick": missing, "tags": ["a", "b"]])))
// compiles

requests(.post("/users", body: .json(["user": ["id": id, "age": 36], "admin": true])))
// compiles

requests(.post("/users", body: .json(["a": 1, "b": "text", "c": [1, "two", nil]] as JSONValue)))
// compiles

let body: JSONValue = ["a": 1, "name": JSONValue(name)]
requests(.post("/users", body: .json(body)))
// compiles

requests(.post("/users", body: .json(["a": 1, "user": ["name": name, "age": 36]])))
// says: JSONValue

requests(.post("/users", body: .json(nil as User?)))
// compiles

requests(.post("/users", body: user))
// says: .json(

requests(.put("/users", body: user))
// says: .json(

requests(.patch("/users", body: user))
// says: .json(

requests(.post("/users", body: ["name": "Ada"]))
// says: .json(

requests(.post("/users", body: data))
// says: .data(

requests(.post("/users", body: "text"))
// says: .text(

requests(.post("/users", json: user))
// says: body: .json(

requests(.post("/users", parameters: ["name": "Ada"]))
// says: body:

requests(.post("/users", user))
// says: body: .json(

requests(.post("/users", body: .data(data)))
// compiles

requests(.post("/users", body: .data(data, contentType: "image/png")))
// compiles

requests(.post("/users", body: .bytes(data)))
// compiles

requests(.post("/users", body: .json(data)))
// warns: Base64

requests(.post("/users", body: .string("text")))
// says: text

requests(.post("/users", body: .text("text")))
requests(.post("/users", body: .text("text \(id)", contentType: "text/csv")))
// compiles

requests(.post("/users", body: .form(["grant_type": "refresh_token", "refresh_token": missing])))
// compiles

requests(.post("/users", body: .form(Request.Query(texts))))
// compiles

requests(.post("/users", body: .form(texts)))
// says: Request.Query(

requests(.post("/users", body: .form(filter)))
// says: Request.Query(encoding:

requests(.post("/users", body: .urlEncoded(["name": "Ada"])))
// says: form

requests(.post("/users", body: .formURLEncoded(["name": "Ada"])))
// says: form

requests(.post("/users", body: .jsonEncodable(user)))
// says: json

requests(.post("/users", body: .encodable(user)))
// says: json

requests(.post("/users", body: .file(file, contentType: "image/jpeg")))
// compiles

requests(.post("/users", body: .file("/photo.jpg")))
// says: URL(fileURLWithPath:

var form = MultipartForm()
form.append("title", "Holidays")
form.append("photo", .file(file, contentType: "image/jpeg"), filename: "sea.jpg")
requests(.post("/photos", body: .multipart(form)))
// compiles

var form = MultipartForm()
form.append("photo", data, filename: "sea.jpg")
// compiles

var form = MultipartForm()
form.append("photo", data, filename: "sea.jpg", contentType: "image/jpeg")
// compiles

var form = MultipartForm()
form.append("photo", .data(data, contentType: "image/jpeg"), filename: "sea.jpg")
// compiles

var form = MultipartForm()
form.append(data, withName: "photo", fileName: "sea.jpg", mimeType: "image/jpeg")
// says: form.append("photo", data, filename:

var form = MultipartForm()
form.append(file, withName: "photo")
// says: form.append("photo", .file(

var form = MultipartForm()
form.append("age", "\(36)")
// compiles

requests(.post("/photos", body: .multipartFormData(1)))
// says: multipart

requests(.post("/users", body: .none))
requests(.post("/users"))
requests(.delete("/users"))
// compiles

requests(.get("/users", body: .json(user)))
// says: .query(

var form = MultipartForm()
form.append("price", 1.5)
// says: String

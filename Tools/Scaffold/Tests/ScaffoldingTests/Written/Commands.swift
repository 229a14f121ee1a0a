// Of https://kitchen.example.com.
import Repartee

struct GetRecipeStep: Endpoint {
  var recipe: String
  var step: String
  var lang: String?

  var request: Request {
    .get(
      "/v1/recipes/\(recipe)/steps/\(step)",
      query: ["lang": lang],
      headers: ["Accept": "application/vnd.kitchen+json"])
  }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]
}

struct UpdateRecipe: Endpoint {
  var id: String
  var body: Body

  var request: Request { .put("/v1/recipes/\(id)", body: .json(body)) }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]

  struct Body: Encodable, Sendable {
    var title: String
    var serves: JSONValue
    var tags: [String]
  }
}

struct CreateRecipePhoto: Endpoint {
  var recipeID: Int
  var text: String
  var photo: Request.Body
  var meta: Meta
  var note: String
  var tag: [String]
  /// The name that the file has in the request.
  var photoName = "q.png"

  var request: Request {
    var form = MultipartForm()
    form.append("text", text)
    form.append("photo", photo, filename: photoName, headers: ["Content-Type": "image/png"])
    form.append("meta", .json(meta))
    form.append("note", .text(note, contentType: "text/markdown"))
    for item in tag { form.append("tag", item) }
    return .post("/v1/recipes/\(recipeID)/photos", body: .multipart(form))
  }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]

  struct Meta: Encodable, Sendable {
    var a: Int
  }
}

struct ListRecipes: Endpoint {
  var theme: String
  var lang: String
  var limit: Int?

  var request: Request {
    .get(
      "/v1/recipes",
      query: ["limit": limit],
      headers: ["Cookie": ["theme=\(theme)", "lang=\(lang)"].joined(separator: "; ")])
  }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]
}

struct UpdateRecipesMenus: Endpoint {
  var fileName: String
  var body: Request.Body

  var request: Request { .put("/v1/recipes/menus/\(fileName)", body: body) }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]
}

struct CreateRecipeTag: Endpoint {
  var id: String
  var tag: [String]

  var request: Request { .post("/v1/recipes/\(id)/tags", body: .form(["tag": tag])) }

  static let responses: ResponseMap<JSONValue, Never> = [
    .success(.decode)
  ]
}

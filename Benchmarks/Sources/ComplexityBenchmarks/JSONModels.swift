import ReparteeJSON

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(stringValue: String) { self.stringValue = stringValue }
  init(_ text: String) { stringValue = text }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

/// Says where it is when it can't be decoded, as a model with a log does.
struct Sloppy: Decodable {
  init(from decoder: any Decoder) throws {
    do {
      _ = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey("id"))
    } catch {
      use(decoder.codingPath.count)
      throw error
    }
  }
}

/// An element that is no object with a number.
struct Strict: Decodable {
  var id: Int
}

/// Looks where it is, outside and inside in turn.
struct Curious: Decodable {
  init(from decoder: any Decoder) throws {
    var outer = try decoder.unkeyedContainer()
    while !outer.isAtEnd {
      let inner = try outer.nestedContainer(keyedBy: AnyKey.self)
      use(inner.codingPath.count)
      use(outer.codingPath.count)
    }
  }
}

/// The same over the keys of an object.
struct CuriousObject: Decodable {
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: AnyKey.self)
    for key in outer.allKeys {
      let inner = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: key)
      use(inner.codingPath.count)
      use(outer.codingPath.count)
    }
  }
}

/// Two arrays whose elements fail in turn.
struct TwoArrays: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    var a = try container.nestedUnkeyedContainer(forKey: AnyKey("a"))
    var b = try container.nestedUnkeyedContainer(forKey: AnyKey("b"))
    while !a.isAtEnd, !b.isAtEnd {
      if (try? a.decode(Int.self)) == nil { _ = try a.decode(String.self) }
      if (try? b.decode(Int.self)) == nil { _ = try b.decode(String.self) }
    }
  }
}

/// Asks for keys, each of which may fail.
struct Asking: Decodable {
  @TaskLocal static var keys: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in Self.keys { use(try? container.decode(Int.self, forKey: AnyKey(key))) }
  }
}

/// Contains itself.
final class Nested: Decodable {
  let child: Nested?
  var depth: Int { (child?.depth ?? 0) + 1 }
}

/// Says at each depth where it is.
final class NestedCurious: Decodable {
  let child: NestedCurious?

  init(from decoder: any Decoder) throws {
    use(decoder.codingPath.count)
    child = try decoder.container(keyedBy: AnyKey.self).decodeIfPresent(
      NestedCurious.self, forKey: AnyKey("child"))
  }
}

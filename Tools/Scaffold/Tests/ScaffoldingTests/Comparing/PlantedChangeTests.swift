import Foundation
import ReparteeJSON
import Testing

@testable import Scaffolding

/// One change at a random place of a description: it is found with its mark, and nothing else is.
struct PlantedChangeTests {
  private static let base: JSONValue = {
    do { return try SourceFile(name: "shop.yaml", bytes: Data(ShopDocument.text.utf8)).root } catch {
      fatalError("the description can't be read: \(error)")
    }
  }()

  private static func planted(
    _ change: PlantedChange, seed: UInt64
  ) -> (document: JSONValue, expected: [PlantedChange.Expected])? {
    var generator = SeededGenerator(seed: seed)
    var document = base
    guard let expected = change.plant(&document, &generator) else { return nil }
    return (document, expected)
  }

  /// How many places are tried of each kind.
  private static let places: ClosedRange<UInt64> = 1...3

  @Test(arguments: PlantedChange.all.indices)
  func aChangeIsFoundWithItsMarkAndNothingElse(index: Int) throws {
    let change = PlantedChange.all[index]
    let old = try assembly(of: Self.base)
    var seen: Set<String> = []
    for seed in Self.places {
      guard let (document, expected) = Self.planted(change, seed: seed) else { continue }
      guard seen.insert(document.description).inserted else { continue }
      let new = try assembly(of: document)
      let comparison = Comparison(old: old, new: new)
      let comment: Comment = "\(change.name), seed \(seed): \(comparison.text(words: true))"
      #expect(comparison.changes.count == expected.count, comment)
      for item in expected {
        #expect(
          comparison.changes.contains { change in
            change.mark == item.mark && change.unit == item.unit && change.kind == item.kind
              && (change.sentence.contains(item.names) || change.subject.name == item.names
                || [change.before, change.after].contains { $0?.hasPrefix(item.names) == true })
          }, comment)
      }
      expectTheOpposite(comparison, Comparison(old: new, new: old), comment)
    }
    #expect(!seen.isEmpty, "\(change.name) was never made")
  }

  /// What is new one way is gone the other way, and the other way round.
  private func expectTheOpposite(_ there: Comparison, _ back: Comparison, _ comment: Comment) {
    func count(_ comparison: Comparison, _ kind: Change.Kind, _ unit: Change.Unit) -> Int {
      comparison.changes.count { $0.kind == kind && $0.unit == unit }
    }
    for unit in [Change.Unit.operation, .parameter, .body, .response, .property, .value, .variant] {
      #expect(count(there, .added, unit) == count(back, .removed, unit), comment)
      #expect(count(there, .removed, unit) == count(back, .added, unit), comment)
    }
    #expect(there.changes.count == back.changes.count, comment)
  }

  @Test func theSameDocumentHasNoChanges() throws {
    let comparison = Comparison(old: try assembly(of: Self.base), new: try assembly(of: Self.base))
    #expect(comparison.changes.isEmpty, "\(comparison.text(words: true))")
  }

  @Test func theOrderOfPathsAndSchemasChangesNothing() throws {
    var document = Self.base
    document.edit("paths") { $0?.reverse() }
    document.edit("components", "schemas") { $0?.reverse() }
    let comparison = Comparison(old: try assembly(of: Self.base), new: try assembly(of: document))
    #expect(comparison.changes.isEmpty, "\(comparison.text(words: true))")
  }
}

import Foundation

/// A small generator of random numbers: the same seed gives the same run.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Runs a property a number of times, with a generator of its own each time: a quarter of `runs`, all of them with the
/// environment variable `REPARTEE_ALL_RUNS`, which `Scripts/check --full` sets. The seed is printed; `REPARTEE_SEED`
/// repeats a run.
package func forAll(
  runs: Int = 300, name: String = #function, _ property: (inout SplitMix64) async throws -> Void
) async rethrows {
  let given = ProcessInfo.processInfo.environment["REPARTEE_SEED"].flatMap(UInt64.init)
  let seed = given ?? UInt64.random(in: 0...UInt64.max)
  print("\(name): REPARTEE_SEED=\(seed)")
  var seeds = SplitMix64(seed: seed)
  let isThorough = ProcessInfo.processInfo.environment["REPARTEE_ALL_RUNS"] != nil
  for _ in 0..<(isThorough ? runs : (runs + 3) / 4) {
    var generator = SplitMix64(seed: seeds.next())
    try await property(&generator)
  }
}

extension SplitMix64 {
  package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  package mutating func bool() -> Bool { Bool.random(using: &self) }

  package mutating func one<Element>(of elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }

  package mutating func array<Element>(
    _ counts: ClosedRange<Int>, of element: (inout SplitMix64) -> Element
  ) -> [Element] {
    (0..<int(counts)).map { _ in element(&self) }
  }

  /// Any text: letters, what URLs are made of, control characters, combining marks, emoji, any scalar at all
  /// but U+FEFF, which Foundation's decoders drop at the beginning of a text.
  package mutating func text(_ counts: ClosedRange<Int> = 0...12) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<int(counts) { scalars.append(scalar()) }
    return String(scalars)
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch int(0...5) {
    case 0, 1: return one(of: Array("abcXYZ019".unicodeScalars))
    case 2: return one(of: Array("/.%?#&=+@:;,[]!$'()*~ \\\"<>|^`{}-_".unicodeScalars))
    case 3: return Unicode.Scalar(UInt8(int(0...127)))
    case 4: return one(of: Array("äßé\u{301}\u{200D}👩🇩🇪中\u{0}".unicodeScalars))
    default:
      while true {
        if let scalar = Unicode.Scalar(UInt32(int(0...0x10FFFF))), scalar != "\u{FEFF}" { return scalar }
      }
    }
  }

  /// Text that resembles `shape`, with something changed here and there.
  package mutating func mangled(_ shape: String) -> String {
    var scalars = Array(shape.unicodeScalars)
    for _ in 0..<int(0...4) {
      let place = int(0...scalars.count)
      switch int(0...2) {
      case 0: scalars.insert(scalar(), at: place)
      case 1 where place < scalars.count: scalars.remove(at: place)
      default: if place < scalars.count { scalars[place] = scalar() }
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

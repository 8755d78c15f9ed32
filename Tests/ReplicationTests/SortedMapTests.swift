import Replication
import TestKit
import Testing

/// A map whose elements stand in order, in pieces.
@Suite struct SortedMapTests {
  private func expect(_ map: SortedMap<Int, Int>, is model: [Int: Int], _ seed: UInt64) {
    let sorted = model.sorted { $0.key < $1.key }
    #expect(map.count == model.count && map.isEmpty == model.isEmpty, "seed \(seed)")
    #expect(Array(map.keys) == sorted.map(\.key), "seed \(seed)")
    #expect(Array(map.values) == sorted.map(\.value), "seed \(seed)")
    #expect(map.reversed().map(\.key) == sorted.reversed().map(\.key), "seed \(seed)")
  }

  @Test(
    "design 5: whatever is set and removed, the elements are those of a dictionary, in order, and so are those of a copy",
    arguments: 1..<41 as Range<UInt64>)
  func likeDictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (map, model) = (SortedMap<Int, Int>(), [Int: Int]())
    var copies: [(map: SortedMap<Int, Int>, model: [Int: Int])] = []
    let range = Int.random(in: 1..<1_500, using: &random)
    for step in 0..<1_500 {
      // Some come in order, as entries do.
      let key = seed % 3 == 0 ? step : Int.random(in: 0..<range, using: &random)
      let value = Int.random(in: 0..<4, using: &random) == 0 ? nil : step
      map[key] = value
      model[key] = value
      #expect(map[key] == value)
      if step % 250 == 0 { copies.append((map, model)) }
      if step % 100 == 0 {
        let from = Int.random(in: -1...range, using: &random)
        #expect(map.from(from).map(\.key) == model.keys.filter { $0 >= from }.sorted())
      }
    }
    for key in -1...range { #expect(map[key] == model[key]) }
    expect(map, is: model, seed)
    for copy in copies { expect(copy.map, is: copy.model, seed) }
    for key in model.keys.sorted(by: { $0 % 7 < $1 % 7 }) { map[key] = nil }
    expect(map, is: [:], seed)
  }
}

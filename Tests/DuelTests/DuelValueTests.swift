import DuelSchema
import TestKit
import Testing

@testable import Duel

@Suite struct DuelValueTests {
  @Test("A stream picks each of n equally often, below and above 65,536")
  func stream() {
    for bound in [1, 2, 3, 7, 24, 256, 499, 65_536, 65_537, 1_000_000] {
      var stream = DuelStream(seed: HashInput("test").adding(UInt32(bound)).hash())
      var counts = [Int](repeating: 0, count: min(bound, 8))
      for _ in 0..<16_000 {
        let number = stream.pick(below: bound)
        #expect(number >= 0 && number < bound)
        counts[number * counts.count / bound] += 1
      }
      // Eight groups as equal as the bound allows: 35 is far above 99.9 % of chi-square with 7 degrees.
      let groups = (0..<counts.count).map { group in
        (0..<bound).count { $0 * counts.count / bound == group }
      }
      let square = zip(counts, groups).reduce(0.0) { sum, pair in
        let expected = 16_000 * Double(pair.1) / Double(bound)
        return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
      }
      #expect(square < 35, "\(bound): \(square)")
    }
  }

  @Test("A list has one encoding, and what is no list is not read")
  func list() throws {
    let list = try #require(DuelList(main: [[66], [65], [66]], side: [[67, 68]]))
    let bytes: [UInt8] = [0, 2, 0, 1, 0, 1, 65, 0, 2, 0, 1, 66, 0, 1, 0, 1, 0, 2, 67, 68]
    #expect(list.encoded == bytes)
    #expect(list.cards == [[65], [66], [66], [67, 68]] && list.main == 3 && list.side == 1)
    #expect(DuelList(encoded: bytes) == list)
    // Every prefix, a byte more, another order, a card twice, a count of none.
    for length in bytes.indices { #expect(DuelList(encoded: Array(bytes[..<length])) == nil) }
    #expect(DuelList(encoded: bytes + [0]) == nil)
    #expect(
      DuelList(encoded: [0, 2, 0, 2, 0, 1, 66, 0, 1, 0, 1, 65, 0, 0]) == nil)
    #expect(DuelList(encoded: [0, 2, 0, 1, 0, 1, 65, 0, 1, 0, 1, 65, 0, 0]) == nil)
    #expect(DuelList(encoded: [0, 1, 0, 0, 0, 1, 65, 0, 0]) == nil)
    #expect(DuelList(main: []) == nil)
    #expect(DuelList(main: [[7]]) == nil && DuelList(main: [[0xff]]) == nil)
    #expect(DuelList(main: [[UInt8](repeating: 65, count: 201)]) == nil)
    let many = [[UInt8]](repeating: [65], count: 501)
    #expect(DuelList(main: many) == nil && DuelList(main: Array(many.dropLast())) != nil)
    #expect(DuelList(main: [[65]], side: Array(many[..<101])) == nil)
  }

  @Test("Each path leads to the root, for every size, and no other does")
  func tree() {
    for count in 1...33 {
      let leaves = (0..<count).map { HashInput("test").adding(UInt32($0)).hash() }
      let tree = MerkleTree(leaves: leaves)
      #expect(tree.root == naiveRoot(leaves))
      for index in 0..<count {
        let path = tree.path(of: index)
        func root(_ leaf: Int, _ path: [[UInt8]], _ index: Int) -> [UInt8]? {
          MerkleTree.root(of: leaves[leaf], at: index, of: count, path: path)
        }
        #expect(root(index, path, index) == tree.root)
        #expect(root(index, path + [leaves[0]], index) == nil)
        if !path.isEmpty { #expect(root(index, Array(path.dropLast()), index) == nil) }
        let other = (index + 1) % count
        if other != index { #expect(root(index, path, other) != tree.root) }
      }
      #expect(MerkleTree.root(of: leaves[0], at: count, of: count, path: []) == nil)
    }
  }

  /// The root by halves: the left one is the greatest power of two below the count.
  private func naiveRoot(_ leaves: [[UInt8]]) -> [UInt8] {
    guard leaves.count > 1 else { return leaves[0] }
    var left = 1
    while left * 2 < leaves.count { left *= 2 }
    return HashInput(byte: 1).adding(naiveRoot(Array(leaves[..<left])))
      .adding(naiveRoot(Array(leaves[left...]))).hash()
  }

  @Test("A chain is checked link by link, and over a gap of 64")
  func chain() throws {
    let chain = DuelChain(secret: HashInput("test").hash(), seat: 2, asker: 1)
    var known = chain.tip
    for number in 1...DuelLimits.chainLinks {
      let link = try #require(chain.link(number))
      #expect(DuelChain.above(link, seat: 2, asker: 1) == known)
      known = link
    }
    #expect(chain.link(0) == nil && chain.link(DuelLimits.chainLinks + 1) == nil)
    func isLink(_ number: UInt32, by places: UInt32) throws -> Bool {
      DuelChain.isLink(
        try #require(chain.link(number)), below: chain.tip, by: places, seat: 2, asker: 1)
    }
    #expect(try isLink(64, by: 64) && isLink(1, by: 1))
    #expect(try !isLink(65, by: 65) && !isLink(2, by: 1) && !isLink(1, by: 0))
    // The chain of another seat, and for another asker.
    let link = try #require(chain.link(1))
    #expect(!DuelChain.isLink(link, below: chain.tip, by: 1, seat: 1, asker: 1))
    #expect(!DuelChain.isLink(link, below: chain.tip, by: 1, seat: 2, asker: 2))
  }
}

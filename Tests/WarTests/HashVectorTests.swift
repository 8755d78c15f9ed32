import Schema
import Testing

@testable import War

/// Bytes worked out with another language's SHA-256, so that no change here goes unnoticed.
@Suite struct HashVectorTests {
  static let gameID = GameID.make(
    rules: [8, 3], hostKey: bytes(0x11, 32), joinerKey: bytes(0x22, 32),
    hostNonce: bytes(0x33, 16), joinerNonce: bytes(0x44, 16))
  let secret = [UInt8](0..<32)

  static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }

  func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func chainsOfBothSeats() throws {
    #expect(
      hex(ChainLink.tip(secret: secret, of: .host))
        == "daa35f3f30ee3ffba697ba12a3d7a6cc8daef7a0e95ecb3b88ab0d5372f08c69")
    #expect(
      hex(ChainLink.tip(secret: secret, of: .joiner))
        == "5e09669d65bbf151153ebd0e75270dcdc35235b57bafdf40439094533e537ffd")
    let third = try #require(ChainLink.link(secret: secret, of: .host, round: 3))
    #expect(hex(third) == "1c72fbef7be33b84259debbab53e23a22dda727972dc83ed50bf4d0863c3e8fc")
    let second = try #require(ChainLink.link(secret: secret, of: .host, round: 2))
    #expect(ChainLink.verify(third, below: second, of: .host))
    #expect(!ChainLink.verify(third, below: second, of: .joiner))
    #expect(!ChainLink.verify(second, below: third, of: .host))
    #expect(!ChainLink.verify([], below: second, of: .host))
    #expect(ChainLink.link(secret: secret, of: .host, round: 64) == secret)
    #expect(ChainLink.link(secret: secret, of: .host, round: 0) == nil)
    #expect(ChainLink.link(secret: secret, of: .host, round: 65) == nil)
  }

  @Test func gameIDAndFirstStateHash() {
    #expect(
      hex(Self.gameID) == "ed12899ba0869cbcdd705594222d733aa53fe5cd74e482277b22d2a1c3f8db73")
    #expect(
      hex(Layout.dealt.stateHash(gameID: Self.gameID, roundsDecided: 0, battle: 0))
        == "a117199862e2f3c0121f3e9ee16a6f2b35ab52a243e929f53a1bd65a27498c50")
  }

  @Test("G-59 The cards of a round follow from both links") func roundOfBothLinks() throws {
    let seed = try CardStream.roundSeed(
      gameID: Self.gameID, round: 1,
      hostLink: #require(ChainLink.link(secret: secret, of: .host, round: 1)),
      joinerLink: #require(ChainLink.link(secret: secret, of: .joiner, round: 1)))
    #expect(hex(seed) == "979da5a2c8c5261be13bdf73f23471f24a871aa627a5e1b01d8540b36b7ca257")
    var stream = CardStream(seed: seed)
    var unseen = Array(0..<52)
    let picked = (0..<52).map { _ in unseen.remove(at: stream.pick(below: unseen.count)) }
    #expect(picked.prefix(12) == [40, 36, 45, 47, 22, 41, 35, 2, 33, 16, 50, 5])
    #expect(picked.suffix(6) == [14, 12, 30, 43, 31, 29])
    let deal = Deal(
      .dealt, Deal.Terms(round: 1, rules: .standard, gameID: Self.gameID, seed: seed))
    #expect(deal.battles.count == 1 && deal.battles[0].laid == Pair(host: [40], joiner: [36]))
    #expect(
      hex(deal.battles[0].stateHash)
        == "64d9f69f02d46131dc695b55459d54a9363f0c61e940a0ac2ee48956c9d43637")
    var shuffle = CardStream(
      seed: CardStream.shuffleSeed(lastRoundSeed: seed, round: 1, battle: 2, purpose: .winnings))
    var cards = [UInt8](0..<10)
    shuffle.shuffle(&cards)
    #expect(cards == [3, 9, 1, 5, 8, 0, 7, 6, 4, 2])
  }
}

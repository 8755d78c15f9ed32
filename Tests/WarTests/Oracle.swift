import Crypto
import Schema

/// A second implementation of the rules, written from the specification, slow and plain.
///
/// Piles are arrays whose nil is a card that nobody has seen. It knows both secrets and plays the
/// whole match at once; it shares nothing with the target under test but the schema.
struct Oracle {
  struct Battle: Equatable {
    var round: Int
    var battle: Int
    var hostLaid: [Int]
    var joinerLaid: [Int]
    var result: BattleResult
    var hostPile: [Int?]
    var joinerPile: [Int?]
    var hostSecond: [Int]
    var joinerSecond: [Int]
    var hostTable: [Int]
    var joinerTable: [Int]
    var stateHash: [UInt8]
  }

  var battles: [Battle] = []
  var ending = Ending.unspecified
  /// 1 host, 2 joiner, 0 nobody.
  var winner = 0

  private let rules: Rules
  private let gameID: [UInt8]
  private let chains: [[[UInt8]]]
  private var piles: [[Int?]] = [
    Array(repeating: nil, count: 26), Array(repeating: nil, count: 26),
  ]
  private var seconds: [[Int]] = [[], []]
  private var tables: [[Int]] = [[], []]
  private var unseen = Array(0..<52)
  private var lastSeed = [UInt8](repeating: 0, count: 32)
  private var streamSeed: [UInt8] = []
  private var streamBytes: [UInt8] = []
  private var streamBlock = 0
  private var earlier: [String] = []

  init(rules: Rules, gameID: [UInt8], hostSecret: [UInt8], joinerSecret: [UInt8]) {
    self.rules = rules
    self.gameID = gameID
    chains = [Oracle.chain(hostSecret, 1), Oracle.chain(joinerSecret, 2)]
    var round = 1
    while ending == .unspecified {
      playRound(round)
      round += 1
    }
  }

  static func hash(_ tag: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: Array(tag.utf8) + [0] + bytes))
  }

  static func four(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xff) }
  }

  private static func chain(_ secret: [UInt8], _ role: UInt8) -> [[UInt8]] {
    var chain = [secret]
    while chain.count < 65 {
      chain.append(hash("parlor.war.chain.v1", [role] + chain[chain.count - 1]))
    }
    return chain
  }

  private mutating func startStream(_ seed: [UInt8]) {
    streamSeed = seed
    streamBytes = []
    streamBlock = 0
  }

  private mutating func oneOf(_ count: Int) -> Int {
    var byte = 256
    while byte >= 256 - 256 % count {
      if streamBytes.isEmpty {
        streamBytes = Oracle.hash("parlor.war.stream.v1", streamSeed + Oracle.four(streamBlock))
        streamBlock += 1
      }
      byte = Int(streamBytes.removeFirst())
    }
    return byte % count
  }

  /// Shuffles with a stream of its own and leaves the round's stream as it was.
  private mutating func shuffled(
    _ cards: [Int], _ round: Int, _ battle: Int, _ purpose: Int
  ) -> [Int] {
    let kept = (streamSeed, streamBytes, streamBlock)
    startStream(
      Oracle.hash(
        "parlor.war.shuffle.v1",
        lastSeed + Oracle.four(round) + Oracle.four(battle) + Oracle.four(purpose)))
    var cards = cards
    var last = cards.count - 1
    while last > 0 {
      cards.swapAt(last, oneOf(last + 1))
      last -= 1
    }
    (streamSeed, streamBytes, streamBlock) = kept
    return cards
  }

  private func total(_ player: Int) -> Int { piles[player].count + seconds[player].count }

  private mutating func draw(_ player: Int, _ round: Int, _ battle: Int) -> Int {
    if piles[player].isEmpty {
      var cards = seconds[player]
      if rules.winningsPlace == .secondPileShuffled {
        cards = shuffled(cards, round, battle, player + 1)
      }
      if rules.winningsPlace == .secondPileReversed { cards = cards.reversed() }
      piles[player] = cards
      seconds[player] = []
    }
    if let card = piles[player].removeFirst() { return card }
    return unseen.remove(at: oneOf(unseen.count))
  }

  private mutating func playRound(_ round: Int) {
    if piles[0].contains(nil) || piles[1].contains(nil) {
      lastSeed = Oracle.hash(
        "parlor.war.round.v1",
        gameID + Oracle.four(round) + chains[0][64 - round] + chains[1][64 - round])
      startStream(lastSeed)
    }
    var battle = 0
    while true {
      var want = [1, 1]
      if battle > 0 {
        let full = Int(rules.faceDown) + 1
        want = [min(full, total(0)), min(full, total(1))]
        if rules.shortPlay == .equalForce { want = [want.min() ?? 0, want.min() ?? 0] }
      }
      let host = (0..<want[0]).map { _ in draw(0, round, battle) }
      let joiner = (0..<want[1]).map { _ in draw(1, round, battle) }
      tables[0] += host
      tables[1] += joiner
      let result = judge(host[host.count - 1], joiner[joiner.count - 1])
      if result != .war { finish(result, round, battle) }
      record(round, battle, host, joiner, result)
      if result != .war { return checkRound(round) }
      battle += 1
    }
  }

  private mutating func judge(_ host: Int, _ joiner: Int) -> BattleResult {
    if host / 4 > joiner / 4 { return .hostWins }
    if host / 4 < joiner / 4 { return .joinerWins }
    let full = Int(rules.faceDown) + 1
    if rules.shortPlay == .loses, total(0) < full || total(1) < full {
      ending = .short
      if total(0) == total(1) { return .bothOut }
      winner = total(0) > total(1) ? 1 : 2
      return winner == 1 ? .hostWins : .joinerWins
    }
    if total(0) == 0, total(1) == 0 {
      if rules.bothOut == .draw { ending = .bothOut }
      return .bothOut
    }
    if total(0) == 0 { return .joinerWins }
    if total(1) == 0 { return .hostWins }
    return .war
  }

  private mutating func finish(_ result: BattleResult, _ round: Int, _ battle: Int) {
    if result == .bothOut, ending != .unspecified { return }
    var won = result == .joinerWins ? tables[1] + tables[0] : tables[0] + tables[1]
    tables = [[], []]
    if rules.winningsOrder == .shuffled { won = shuffled(won, round, battle, 0) }
    for index in won.indices {
      let player = result == .hostWins ? 0 : result == .joinerWins ? 1 : index % 2
      if rules.winningsPlace == .underPile {
        piles[player].append(won[index])
      } else {
        seconds[player].append(won[index])
      }
    }
  }

  private mutating func checkRound(_ round: Int) {
    guard ending == .unspecified else { return }
    if total(0) == 0 || total(1) == 0 {
      ending = .cards
      winner = total(0) == 0 ? 2 : 1
      return
    }
    let random = rules.winningsOrder == .shuffled || rules.winningsPlace == .secondPileShuffled
    if unseen.isEmpty, !random {
      let picture = "\(piles) \(seconds)"
      if earlier.contains(picture) {
        ending = .cycle
        return
      }
      earlier.append(picture)
    }
    if round >= Int(rules.roundCap) { ending = .roundCap }
  }

  private mutating func record(
    _ round: Int, _ battle: Int, _ host: [Int], _ joiner: [Int], _ result: BattleResult
  ) {
    var bytes = gameID
    bytes += Oracle.four(result == .war ? round - 1 : round)
    bytes += Oracle.four(result == .war ? battle + 1 : 0)
    for player in 0...1 {
      let known = piles[player].compactMap { $0 }
      bytes += Oracle.four(piles[player].count - known.count)
      bytes += Oracle.four(known.count) + known.map { UInt8($0) }
      bytes += Oracle.four(seconds[player].count) + seconds[player].map { UInt8($0) }
    }
    for table in tables { bytes += Oracle.four(table.count) + table.map { UInt8($0) } }
    battles.append(
      Battle(
        round: round, battle: battle, hostLaid: host, joinerLaid: joiner, result: result,
        hostPile: piles[0], joinerPile: piles[1], hostSecond: seconds[0],
        joinerSecond: seconds[1], hostTable: tables[0], joinerTable: tables[1],
        stateHash: Oracle.hash("parlor.war.state.v1", bytes)))
  }
}

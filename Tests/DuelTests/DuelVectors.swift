import Foundation
import Testing

@testable import Duel

/// The vectors of the duel, made by the values of the program. protocol/client/duel.py computes them by itself.
enum DuelVectors {
  static func make() throws -> [String: Any] {
    let game = HashInput("test").hash()
    let secrets = [UInt8(1), 2].map { [UInt8](repeating: $0, count: 32) }
    let main = ["Ætherling", "Bog Wraith", "Bog Wraith", "Cloud Whale", "Dune", "Ember Fox"]
    let list = try #require(
      DuelList(main: main.map { Array($0.utf8) }, side: [Array("Élan".utf8)]))
    let chains = secrets.enumerated().map {
      DuelPrivate.chains(secret: $1, seat: SeatNumber($0 + 1))
    }
    let own = secrets.enumerated().map {
      DuelSecrets(secret: $1, gameID: game, seat: SeatNumber($0 + 1))
    }
    let (number, label): (UInt32, Int) = (65, 3)
    let epoch = DuelEpoch(2, of: Array(0..<list.main), in: list, own[0])
    let labels = epoch.cards.map { list.cards[$0] }
    let leaves = labels.enumerated().map { label, card in
      DuelEpoch.leaf(
        UInt32(label),
        salt: DuelEpoch.salt(UInt32(label), epochSecret: own[0].epochSecret(2)), card: card,
        epoch: 2, gameID: game, seat: 1)
    }
    let links = try chains.map { try #require($0[0].link(number)) }
    let seed = DuelAsk.seed(gameID: game, owner: 1, number: number, links: links)
    var (picks, dice) = (DuelStream(seed: seed), DuelStream(seed: seed))
    var unused = Array(0..<list.main)
    var (order, handles) = (DuelStream(seed: seed), [1, 2, 3, 4, 5])
    order.shuffle(&handles)
    return [
      "game_id": hex(game), "secrets": secrets.map(hex), "main": main, "side": ["Élan"],
      "number": Int(number), "epoch": 2, "label": label, "seal_number": 7, "handle": 12,
      "text": "the left one", "openings": own.map { hex($0.opening) },
      "tips": chains.map { $0.map { hex($0.tip) } }, "links": links.map(hex),
      "last_link": hex(try #require(chains[1][0].link(DuelLimits.chainLinks))),
      "list": hex(list.encoded), "deck": hex(own[0].commitment(to: list)),
      "labels": labels.map { String(decoding: $0, as: UTF8.self) }, "leaves": leaves.map(hex),
      "root": hex(epoch.tree.root), "root_of_path": hex(epoch.tree.root),
      "path": epoch.tree.path(of: label).map(hex),
      "salt": hex(DuelEpoch.salt(UInt32(label), epochSecret: own[0].epochSecret(2))),
      "picks": (0..<4).map { _ in unused.remove(at: picks.pick(below: unused.count)) },
      "dice": (0..<4).map { _ in dice.pick(below: 1_000_000) + 1 },
      "order": handles,
      "seal": hex(own[0].seal(7, handle: 12)), "choice": hex(own[0].seal(7, text: "the left one")),
    ]
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

@Suite struct DuelVectorTests {
  @Test("The values of the program are those of protocol/vectors/duel.json")
  func vectors() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("protocol/vectors/duel.json")
    let found = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    #expect(try sorted(found) == sorted(DuelVectors.make()))
  }

  private func sorted(_ object: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }
}

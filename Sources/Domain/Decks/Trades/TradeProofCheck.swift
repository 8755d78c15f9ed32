import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Checks a proof that somebody gave one copy more than once, by nothing but what is in it: no home and no other trade is asked.
public struct TradeProofCheck {
  /// The giver of the copy, as the signatures say.
  public let giver: Author
  /// The people who got the copy, in the order of the settlements' ids.
  public let receivers: [Author]
  /// The name of the card by the people who signed; empty where they say only which copy it is.
  public let card: String

  /// - Parameter records: the records that a signed entry makes; none where its signature does not hold.
  /// - Returns: nil for a proof that does not show two trades which its giver signed, or says more than they do.
  public init?(_ proof: TradeProof, records: (SignedEntry) -> [ProvenRecord]) {
    var given: [[Data]: [RecordID: (receiver: Author, name: String)]] = [:]
    var authors: [Data: Author] = [:]
    let trades = proof.steps.prefix(DeckRules.mostSteps).compactMap {
      TradeLedger.Signed($0, records: records)
    }
    for trade in trades {
      for (giver, receiver, copy, name) in trade.given {
        authors[giver.data] = giver
        given[[giver.data, copy], default: [:]][trade.settlement.id] = (receiver, name)
      }
    }
    let twice = given.filter { $0.value.count > 1 }.first {
      authors[$0.key[0]]?.description == proof.giver
    }
    guard trades.count == proof.steps.count, let twice, let giver = authors[twice.key[0]] else {
      return nil
    }
    let trips = twice.value.sorted { $0.key < $1.key }.map(\.value)
    guard Set(trips.map(\.receiver.description)) == Set(proof.receivers) else { return nil }
    self.giver = giver
    receivers = trips.map(\.receiver)
    card = trips.lazy.map(\.name).first { !$0.isEmpty } ?? ""
  }
}

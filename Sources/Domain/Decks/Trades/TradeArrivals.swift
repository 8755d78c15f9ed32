import Feature
import Schema

/// The call to our person when somebody offers a trade.
enum TradeArrivals {
  static let arrival = Arrival([.tradeOffer]) { record, home in
    guard let trade = try Trade(record, home), !trade.isOwn, trade.state == .open else {
      return nil
    }
    let person = try home.person(trade.other, in: trade.room)
    guard !person.isMuted else { return nil }
    return Arrival.Call(
      sender: person.name,
      text: Text.clean(home.title(of: record), limit: DeckRules.tradeNote))
  }
}

import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor trade counter`.
struct TradeCounterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counter", abstract: "Decline an offer, and make another one in its place.",
    discussion: """
      The new offer goes to the same person, and its note names the one that it answers. It is made first: an offer that is refused \
      leaves the old one open.
      """)

  @OptionGroup var one: OneTrade

  @OptionGroup var offer: OfferOptions

  func run() throws {
    let client = try one.options.client()
    let old = try client.call(Methods.Trades.show) { $0.trade = one.trade }
    if let action = old.actions.first(where: { $0.name == "answer" }), !action.enabled {
      throw CommandFailure(
        SessionEnd.refused, "It cannot be countered. \(action.reason.plain)")
    }
    let view = try client.call(Methods.Trades.offer) {
      $0.room = old.room
      offer.fill(&$0)
      let head = "Instead of \(ShortID.text(old.id))"
      $0.note = offer.note.isEmpty ? head + "." : "\(head): \(offer.note)"
    }
    do {
      _ = try client.call(Methods.Trades.answer) { $0.trade = old.id }
    } catch {
      Output.error(
        "parlor: The new offer is made, and \(ShortID.text(old.id)) is still open: decline it with `parlor trade answer \(ShortID.text(old.id)) --decline`."
      )
      throw error
    }
    try one.print(view)
  }
}

import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor trade`: trading and lending between two people.
struct TradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trade", abstract: "Trade cards with a person, and lend them.",
    discussion: """
      An offer locks nothing. Who accepts it gives the cards at once; they are held until the offerer's computer settles \
      the trade, which it does by itself as soon as it hears of the answer: then the cards change hands, or go back with \
      the reason. So a card is always in one place. A lent card stays yours, and the other cannot trade or remove it. Each \
      card carries the history of how it came to its owner, signed by everybody who had it before: whoever gives one card \
      twice is found out.

      EXAMPLES
        parlor trade offer Bob --give '2 Spilled Ember' --want 'Attic Ghost'
        parlor trade offer Bob --give 'Attic Ghost' --lend --until 2030-12-24
        parlor trade list
        parlor trade answer 4f7k --accept
        parlor trade counter 4f7k --give 'Spilled Ember' --want 'Attic Ghost'
        parlor trade return 4f7k
        parlor trade want 'Attic Ghost' friends
      """,
    subcommands: [
      TradeListCommand.self, TradeShowCommand.self, TradeOfferCommand.self,
      TradeAnswerCommand.self, TradeCounterCommand.self, TradeTakeBackCommand.self,
      TradeReturnCommand.self,
      TradeVerifyCommand.self, TradeWantCommand.self, TradeHaveCommand.self,
      TradeUnmarkCommand.self, TradeMarketCommand.self,
    ], defaultSubcommand: TradeListCommand.self)
}

/// The trade that a command is about.
struct OneTrade: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The trade's id, or the beginning of it.")
  var trade: String

  /// Prints a trade after a command.
  func print(_ view: TradeView) throws { try options.show(view) { TradeText.lines(of: view) } }
}

/// A command about one trade, which it shows as it is then.
protocol TradeCall: CallCommand where Response == TradeView {
  var one: OneTrade { get }
}

extension TradeCall {
  var options: GlobalOptions { one.options }

  func lines(_ view: TradeView) -> [String] { TradeText.lines(of: view) }
}

/// The cards and terms of an offer.
struct OfferOptions: ParsableArguments {
  @Option(help: "A card that you give, as '2 Spilled Ember'; may be repeated.")
  var give: [String] = []

  @Option(help: "A card that you want, as '2 Attic Ghost'; may be repeated.")
  var want: [String] = []

  @Flag(help: "Lend the cards: they come back.")
  var lend = false

  @Option(help: "The day on which the loan ends, as 2030-12-24.")
  var until = ""

  @Option(help: "A note for the others.")
  var note = ""

  /// Copies them into a request.
  func fill(_ request: inout OfferTrade) {
    (request.gives, request.wants) = (give, want)
    (request.loan, request.until, request.note) = (lend, until, note)
  }
}

/// `parlor trade offer`.
struct TradeOfferCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer", abstract: "Offer cards to a person, or ask for some.",
    discussion: """
      Cards to give are taken from the Card Box when the trade is settled, not before: the same card can be offered to several \
      people, and the first answer gets it.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "A person you have paired with: a name or the beginning of an id.")
  var person: String

  @OptionGroup var offer: OfferOptions

  func run() throws {
    let client = try options.client()
    let room = try client.call(Methods.Rooms.make) {
      $0.direct = true
      $0.people = [person.hasPrefix("@") ? String(person.dropFirst()) : person]
    }
    let view = try client.call(Methods.Trades.offer) {
      $0.room = room.id
      offer.fill(&$0)
    }
    try options.show(view) { TradeText.lines(of: view) }
  }
}

/// `parlor trade list`.
struct TradeListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the trades that are not over, and what is lent.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only those with this person.")
  var person = ""

  @Flag(help: "List those that are over as well.")
  var all = false

  static let method = Methods.Trades.list
  func fill(_ request: inout ListTrades) {
    (request.room, request.all) = (person, all)
  }
  func lines(_ found: TradeViews) -> [String] {
    if found.trades.isEmpty {
      return ["No trades: `parlor trade offer` makes an offer."]
    }
    return found.trades.map(TradeText.line)
  }
}

/// `parlor trade show`.
struct TradeShowCommand: TradeCall {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a trade with its cards.")

  @OptionGroup var one: OneTrade

  static let method = Methods.Trades.show
  func fill(_ request: inout NamedTrade) { request.trade = one.trade }
}

/// `parlor trade answer`.
struct TradeAnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Accept an offer, or decline it.",
    discussion: """
      What the offer wants leaves the Card Box at once. Where several of your cards fit, --give says which. Where a card \
      that you would get may exist twice, you are asked first.
      """)

  @OptionGroup var one: OneTrade

  @Flag(help: "Accept it.")
  var accept = false

  @Flag(help: "Decline it.")
  var decline = false

  @Option(help: "Which card to give, by name or id; may be repeated.")
  var give: [String] = []

  @Flag(help: "Accept also cards that may exist twice, without being asked.")
  var anyway = false

  func validate() throws {
    guard accept != decline else {
      throw ValidationError("Choose --accept or --decline.")
    }
  }

  func run() throws {
    let client = try one.options.client()
    if accept, !anyway {
      try askAboutDoubts(client.call(Methods.Trades.show) { $0.trade = one.trade })
    }
    try one.print(
      client.call(Methods.Trades.answer) {
        $0.trade = one.trade
        $0.accept = accept
        $0.gives = give
      })
  }

  /// Asks before cards are taken that may exist twice.
  ///
  /// - Throws: `CommandFailure` where the answer is no, or nobody can be asked.
  private func askAboutDoubts(_ trade: TradeView) throws {
    let doubtful = trade.gets.filter(\.doubtful).map { "\($0.name.plain) may exist twice." }
    let said = trade.doubts.map(\.plain) + doubtful
    guard !said.isEmpty else { return }
    try Confirmation.ask(
      "\(said.joined(separator: " ")) Accept all the same?", isScript: one.options.json,
      action: "A trade", refusal: "Nothing was accepted.", flag: "--anyway")
  }
}

/// `parlor trade take-back`.
struct TradeTakeBackCommand: TradeCall {
  static let configuration = CommandConfiguration(
    commandName: "take-back",
    abstract: "Take an offer or an answer back, as long as the trade is not done.",
    discussion: """
      An answer is taken back at once, as long as the trade is not done. An offer is, too, until somebody accepts it: then \
      your computer has agreed, and waits for the other one. If that one is gone for good, --anyway returns your cards \
      without it. If the other side has taken the trade meanwhile, they are gone again as soon as you hear of it.
      """)

  @OptionGroup var one: OneTrade

  @Flag(help: "Do not wait for the other side. The cards are marked: there may be two of them.")
  var anyway = false

  static let method = Methods.Trades.takeBack
  func fill(_ request: inout TakeBackTrade) {
    (request.trade, request.anyway) = (one.trade, anyway)
  }
}

/// `parlor trade return`.
struct TradeReturnCommand: TradeCall {
  static let configuration = CommandConfiguration(
    commandName: "return", abstract: "Give borrowed cards back.")

  @OptionGroup var one: OneTrade

  @Argument(help: "Which cards, as '2 Spilled Ember'; all of them without this.")
  var cards: [String] = []

  static let method = Methods.Trades.giveBack
  func fill(_ request: inout ReturnTrade) {
    (request.trade, request.cards) = (one.trade, cards)
  }
}

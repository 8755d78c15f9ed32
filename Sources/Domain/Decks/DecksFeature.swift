import DeckSchema
import Feature
import Identifiers
import Schema

extension Feature {
  /// The cards that people own, and what they build of them (specification section 19).
  public static let decks = Feature(
    name: "decks", kinds: DeckKinds.all,
    shows: [
      RecordView([.cardCopy], view: CardViews.view),
      RecordView([.library, .libraryEdit], root: root, view: LibraryViews.view(of:_:)),
      RecordView([.deckList], view: ShownLists.view),
      RecordView(
        [.cardRequest, .cardFacts, .cardRequestClose], root: CardRequests.root,
        view: CardRequests.view),
      RecordView(
        [.tradeOffer, .tradeAnswer, .tradeSettlement, .tradeReturn, .tradeHistory],
        root: ShownTrades.root, view: ShownTrades.view(of:_:)),
      RecordView([.cardMark], view: CardMarks.view(of:_:)),
      RecordView([.deckCommitment, .deckReveal], root: Commitments.root, view: Commitments.view),
    ],
    handlers: [
      .command(Methods.Cards.add, CardCommands.add),
      .command(
        Methods.Cards.addFile, of: \.blob, reading: { try DeckFiles.collection($1) },
        DeckFiles.addCards),
      .command(Methods.Cards.remove, CardCommands.remove),
      .read(Methods.Cards.list, CardCommands.list),
      .read(Methods.Cards.search, CardCommands.search),
      .read(Methods.Cards.recognize, Recognition.cards),
      .read(Methods.Cards.export, DeckFiles.exportCards),
      .command(Methods.Cards.request, CardRequests.request),
      .read(Methods.Cards.requests, CardRequests.list),
      .command(Methods.Cards.answer, CardRequests.answer),
      .command(Methods.Cards.withdraw, CardRequests.withdraw),
      .command(Methods.Cards.closeRequest, CardRequests.close),
      .read(Methods.Libraries.list, LibraryViews.list),
      .read(Methods.Libraries.show, LibraryViews.show),
      .command(Methods.Libraries.make, LibraryCommands.make),
      .command(Methods.Libraries.add, LibraryCommands.add),
      .command(Methods.Libraries.take, LibraryCommands.take),
      .command(Methods.Libraries.setLands, LibraryCommands.setLands),
      .command(Methods.Libraries.edit, LibraryCommands.edit),
      .command(Methods.Libraries.delete, LibraryCommands.delete),
      .read(Methods.Libraries.check, DeckCheck.view),
      .read(Methods.Libraries.prompt, Prompts.view),
      .command(Methods.Libraries.begin, ManagingCommands.begin),
      .command(Methods.Libraries.save, ManagingCommands.save),
      .command(Methods.Libraries.cancel, ManagingCommands.cancel),
      .command(
        Methods.Libraries.makeOf, of: \.blob,
        reading: { try DeckFiles.deck($1) }, DeckFiles.makeLibrary),
      .read(Methods.Libraries.export, DeckFiles.export),
      .read(Methods.Libraries.formats) { _, _ in DeckFormat.views },
      .read(Methods.Libraries.print, DeckFiles.print),
      .read(Methods.Libraries.stats, DeckNumbers.stats),
      .read(Methods.Libraries.odds, DeckNumbers.odds),
      .read(Methods.Libraries.hand, DeckNumbers.hand),
      .command(
        Methods.DeckLists.keep, of: \.blob,
        reading: { try DeckFiles.deck($1) }, DeckListCommands.keep),
      .command(Methods.DeckLists.share, DeckListCommands.share),
      .read(Methods.DeckLists.list, DeckListCommands.list),
      .read(Methods.DeckLists.show, DeckListCommands.show),
      .command(Methods.DeckLists.build, DeckListCommands.build),
      .command(Methods.DeckLists.delete, DeckListCommands.delete),
      .command(Methods.DeckLists.commit, Commitments.commit),
      .command(Methods.DeckLists.reveal, Commitments.reveal),
      .read(Methods.DeckLists.commitments, Commitments.list),
      .command(Methods.Cards.edit, CardEdits.edit),
      .command(Methods.Cards.present, Presentations.present),
      .read(Methods.Cards.presented, Presentations.list),
      .command(Methods.Trades.offer, TradeCommands.offer),
      .read(Methods.Trades.list, TradeCommands.list),
      .read(Methods.Trades.show, TradeCommands.show),
      .command(Methods.Trades.answer, TradeCommands.answer),
      .command(Methods.Trades.takeBack, TradeCommands.takeBack),
      .command(Methods.Trades.giveBack, TradeCommands.giveBack),
      .read(Methods.Trades.verify, ShownTrades.verify),
      .command(Methods.Trades.mark, CardMarks.mark),
      .command(Methods.Trades.unmark, CardMarks.unmark),
      .read(Methods.Trades.marks, CardMarks.list),
    ], arrivals: [TradeArrivals.arrival], reactions: [TradeReaction.reaction],
    settings: [CardSettings.pictureFolder],
    due: ShownTrades.due)

  /// The library with which what it was before is shown.
  private static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind == .libraryEdit else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }
}

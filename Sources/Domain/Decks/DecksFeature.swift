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
      RecordView([.cardRequest, .cardFacts], root: CardRequests.root, view: CardRequests.view),
    ],
    handlers: [
      .command(Methods.Cards.add, CardCommands.add),
      .command(Methods.Cards.addFile, DeckFiles.addCards),
      .command(Methods.Cards.remove, CardCommands.remove),
      .read(Methods.Cards.list, CardCommands.list),
      .read(Methods.Cards.search, CardCommands.search),
      .read(Methods.Cards.export, DeckFiles.exportCards),
      .command(Methods.Cards.request, CardRequests.request),
      .read(Methods.Cards.requests, CardRequests.list),
      .command(Methods.Cards.answer, CardRequests.answer),
      .command(Methods.Cards.withdraw, CardRequests.withdraw),
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
      .command(Methods.Libraries.makeOf, DeckFiles.makeLibrary),
      .read(Methods.Libraries.export, DeckFiles.export),
      .read(Methods.Libraries.stats, DeckNumbers.stats),
      .read(Methods.Libraries.odds, DeckNumbers.odds),
      .read(Methods.Libraries.hand, DeckNumbers.hand),
      .command(Methods.DeckLists.keep, DeckListCommands.keep),
      .command(Methods.DeckLists.share, DeckListCommands.share),
      .read(Methods.DeckLists.list, DeckListCommands.list),
      .read(Methods.DeckLists.show, DeckListCommands.show),
      .command(Methods.DeckLists.build, DeckListCommands.build),
      .command(Methods.DeckLists.delete, DeckListCommands.delete),
    ])

  /// The library with which what it was before is shown.
  private static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind == .libraryEdit else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }
}

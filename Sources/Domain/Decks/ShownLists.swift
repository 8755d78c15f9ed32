import DeckSchema
import Feature
import Identifiers
import Schema

/// Lists of cards without the cards, and what of them our person has (rows D-54, D-57).
enum ShownLists {
  /// A list that is visible or deleted.
  static func view(of record: Record, _ home: any Snapshot) throws -> DeckListView {
    var view = try summary(of: record, home)
    guard !record.isDeleted else { return view }
    let list = cleaned(DeckKinds.list.decode(record.body))
    let collection = try Collection(home)
    var pool = CopyPool(collection) { $0.isInBox || $0.library != nil }
    for line in list.lines where DeckRules.basicLand(line.name) == nil {
      let chosen = try pool.take(line, most: Int(line.count), first: \.isInBox)
      view.elsewhere += elsewhere(chosen.filter { $0.library != nil })
      if chosen.count < line.count {
        var line = line
        line.count -= UInt32(chosen.count)
        view.missing.append(line)
      }
    }
    view.buildable = view.missing.isEmpty && view.elsewhere.isEmpty
    return view
  }

  private static func elsewhere(_ copies: [Collection.Copy]) -> [CardLine] {
    Dictionary(grouping: copies) { $0.library?.id }.values.map { copies in
      var line = CardLine(copies[0].card, count: UInt32(copies.count))
      line.id = copies[0].record.item.description
      line.library =
        copies[0].library.map {
          Text.clean(DeckKinds.library.decode($0.body).name, limit: DeckRules.name)
        } ?? ""
      return line
    }
    .sorted { ($0.name, $0.library) < ($1.name, $1.library) }
  }

  /// A list without what our person has of it.
  static func summary(of record: Record, _ home: any Snapshot) throws -> DeckListView {
    let list = cleaned(DeckKinds.list.decode(record.body))
    let person = try home.person(record.author, in: record.room)
    return try .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.author = record.author.description
      $0.authorName = person.name
      $0.own = record.author == home.me
      ($0.name, $0.format, $0.notes, $0.tags) = (list.name, list.format, list.notes, list.tags)
      $0.lines = list.lines
      $0.count = UInt32(list.count)
      $0.sideboard = UInt32(list.sideboardCount)
      $0.hash = record.isDeleted ? "" : DeckHash.text(of: list, home.cards)
      $0.buildable = false
      $0.deleted = record.isDeleted
    }
  }

  /// A list as it may be shown: others may have written anything into it.
  static func cleaned(_ list: DeckList) -> DeckList {
    .with {
      $0.name = Text.clean(list.name, limit: DeckRules.name)
      $0.format = Text.clean(list.format, limit: DeckRules.format)
      $0.notes = Text.clean(list.notes, limit: DeckRules.notes, lines: true)
      $0.tags = list.tags.prefix(DeckRules.mostTags).map { Text.clean($0, limit: DeckRules.tag) }
      $0.lines = list.lines.prefix(DeckRules.mostLines).map { line in
        .with {
          $0.count = min(line.count, UInt32(DeckRules.mostOfOneLine))
          $0.name = Text.clean(line.name, limit: CardName.most)
          $0.set = Text.clean(line.set, limit: DeckRules.set)
          $0.number = Text.clean(line.number, limit: DeckRules.number)
          ($0.finish, $0.zone) = (line.finish, line.zone)
          $0.tags = line.tags.prefix(DeckRules.mostTags).map {
            Text.clean($0, limit: DeckRules.tag)
          }
        }
      }
    }
  }
}

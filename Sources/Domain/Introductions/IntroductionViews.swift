import Feature
import FoundationEssentials
import Identifiers
import IntroductionSchema
import Schema

/// Introductions as people see them.
enum IntroductionViews {
  static let introductions = Kind(
    .peerIntroduction, PeerIntroduction.self, noun: "introduction of a friend",
    lists: "parlor peer introductions", title: { "introduction of \(name($0))" })

  /// The newest introductions of every direct room, oldest first.
  static func list(_ request: ListIntroductions, _ home: any Snapshot) throws -> IntroductionList {
    var list = IntroductionList()
    for id in try home.rooms() {
      guard try home.room(id)?.kind == .direct else { continue }
      let records = try home.records(
        of: [.peerIntroduction], in: id, limit: IntroductionRules.mostListed)
      for record in records where try request.all || isWaiting(record, home) {
        list.introductions.append(try introduction(record, home))
      }
    }
    list.introductions.sort { ($0.sentMilliseconds, $0.id) < ($1.sentMilliseconds, $1.id) }
    return list
  }

  /// Whether our person may still say something to it: a friend made it, of somebody who is no friend yet.
  private static func isWaiting(_ record: Record, _ home: any Snapshot) throws -> Bool {
    guard record.author != home.me else { return false }
    guard try home.person(record.author, in: record.room).isPaired else { return false }
    let body = introductions.decode(record.body)
    guard let node = NodeID(body.node) else { return false }
    let known = try home.acquaintance(with: node, called: name(body))
    guard !known.isAwaited, !known.isBlocked else { return false }
    guard let author = Author(body.author) else { return true }
    return try author != home.me && !home.person(author, in: record.room).isPaired
  }

  static func introduction(_ record: Record, _ home: any Snapshot) throws -> IntroductionView {
    let body = introductions.decode(record.body)
    let writer = try home.person(record.author, in: record.room)
    var view = IntroductionView()
    view.id = record.item.description
    view.room = record.room.description
    view.by = writer.name
    view.byAuthor = record.author.description
    view.own = record.author == home.me
    view.name = name(body)
    (view.nameIsTaken, view.awaited) = (false, false)
    if let node = NodeID(body.node) {
      view.node = node.description
      let known = try home.acquaintance(with: node, called: view.name)
      (view.nameIsTaken, view.awaited) = (known.nameIsTaken, known.isAwaited)
    }
    if let author = Author(body.author) {
      view.author = author.description
      view.words = KeyWords.words(of: author.bytes.prefix(4))
    }
    view.addresses = body.addresses.prefix(IntroductionRules.mostAddresses)
      .filter { $0.utf8.count <= IntroductionRules.mostAddress }
      .map { Text.clean($0, limit: IntroductionRules.mostAddress) }
    view.note = Text.clean(body.note, limit: IntroductionRules.mostNote)
    view.sentMilliseconds = record.wall
    return view
  }

  /// A friend introduces somebody: our person is called.
  static func call(_ record: Record, _ home: any Snapshot) throws -> Arrival.Call? {
    let view = try introduction(record, home)
    let note = view.note.isEmpty ? "" : ": \(view.note)"
    let taken = view.nameIsTaken ? " (somebody else has this name)" : ""
    return Arrival.Call(sender: view.by, text: "introduces \(view.name)\(taken) to you\(note)")
  }

  private static func name(_ body: PeerIntroduction) -> String {
    let name = Text.clean(body.name, limit: IntroductionRules.mostName)
    return name.isEmpty ? "somebody" : name
  }
}

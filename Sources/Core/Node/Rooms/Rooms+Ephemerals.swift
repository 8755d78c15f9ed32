import Feature
import Identifiers
import Schema
import Store
import SwiftProtobuf
import Wire

/// Ephemerals: the things that people do now in a room, for those who look at it (specification section 7).
///
/// None of them is kept or sent again. An ephemeral that is too much, too long or for nobody is dropped, so a peer that floods us
/// pays with its own link and we with nothing.
extension Node {
  /// Shows something to the members who are linked and look at a room.
  func show(_ ephemeral: Ephemeral, _ transaction: Transaction) throws {
    guard let id = RoomID(ephemeral.room), case let people = presence[id],
      ephemeral.body.count <= Limits.ephemeral
    else { return }
    for link in links.ids {
      guard let session = links[link], session.state == .established,
        session.accounts.contains(where: people.contains),
        try shares(id, with: session, transaction.reader),
        links[link]?.budget.ephemeralsSent.spend(at: now.steady) == true
      else { continue }
      try links.sendOptional(.ephemeral(ephemeral), on: link)
    }
  }

  /// Somebody shows what it does now.
  func receive(
    _ ephemeral: Ephemeral, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard ephemeral.body.count <= Limits.ephemeral else {
      return links.countViolation(on: session.id, "an ephemeral of \(ephemeral.body.count) bytes")
    }
    // Counted before it is looked at.
    guard links[session.id]?.budget.ephemeralsReceived.spend(at: now.steady) == true,
      hasSubscribers,
      let id = RoomID(ephemeral.room), presence[id].contains(account.author),
      let author = Author(ephemeral.author), session.accounts.contains(author),
      let shown = store.registry.ephemeral(of: RecordKind(rawValue: ephemeral.kind)),
      try shares(id, with: session, transaction.reader),
      let room = try room(id, transaction.reader)
    else { return }
    let home = RoomViews(self, room, transaction.reader).home
    guard try !home.person(author, in: id).isMuted,
      let view = try shown.view(ephemeral.body, author, id, home)
    else { return }
    turn.publish(
      .ephemeral(
        try .with {
          $0.room = id.description
          $0.author = author.description
          $0.view = try Google_Protobuf_Any(message: view)
        }))
  }
}

import Schema
import Store
import Wire

/// The dispatch of frames to the functions that take them.
extension Node {
  /// Takes a frame of an established link.
  ///
  /// - Throws: `WireError` where the peer broke the protocol; `StoreError`.
  func receive(
    _ body: Frame.OneOf_Body, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    switch body {
    case .ping(let ping):
      try links.send(.pong(.with { $0.number = ping.number }), on: session.id)
      try tableExchange.sayPresence(to: session, transaction)
    case .pong: break
    case .roomsDigest(let digest): try receive(digest, session, transaction)
    case .digest(let digest): try receive(digest, session, transaction)
    case .have(let have): try rooms.receive(have, session, transaction)
    case .rosterExchange(let said): try records.rosters.receive(said, session, transaction)
    case .batch(let batch): try receive(batch, session, transaction)
    case .acknowledge(let acknowledge): try entries.receive(acknowledge, session, transaction)
    case .roomRefused(let refused): try tableExchange.receive(refused, session, transaction)
    case .tableOffers(let offers): try tableExchange.receive(offers, session, transaction)
    case .ask(let ask): try tableExchange.receive(ask, session, transaction)
    case .declined(let declined): try tableExchange.receive(declined, session, transaction)
    case .presence(let presence):
      if try records.receiveRoomPresence(presence, session, transaction) { return }
      try tableExchange.receive(presence, session, transaction)
    case .ephemeral(let ephemeral): try records.receive(ephemeral, session, transaction)
    case .profile(let profile): try receive(profile, session, transaction)
    case .pairAsk(let ask): try carryOut(peers.receive(ask, session), transaction)
    case .pairNonce(let nonce): try carryOut(peers.receive(nonce, session), transaction)
    case .pairConfirm(let word): try carryOut(peers.receive(word, session), transaction)
    case .pairRefuse(let word): try carryOut(peers.receive(word, session), transaction)
    case .pairTicket(let ticket): try carryOut(peers.receive(ticket, session), transaction)
    case .blobAsk(let ask): try blobs.receive(ask, session, transaction)
    case .blobChunks(let chunks): try blobs.receive(chunks, session, transaction)
    case .blobHere(let here): try blobs.receive(here, session)
    case .payloadAsk(let ask): try blobs.receive(ask, session, transaction)
    case .payloadAnswer(let answer): try blobs.receive(answer, session, transaction)
    case .wayBackAsk: peers.tryWayBack(of: session)
    case .wayBackAnswer(let answer): try peers.receive(answer, session, transaction)
    case .hello, .goodbye: throw WireError.malformed("a frame out of turn")
    }
  }
}

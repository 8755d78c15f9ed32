import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Payloads that did not come with their entries. Any node on the way can drop a payload, and a delete may name an entry that it
/// must not erase, so others are asked (specification section 14).
extension BlobExchange {
  /// A peer has the same entries of some rooms as we: it may have what we lack of them.
  func requestMissingPayloads(of rooms: Set<RoomID>, from link: LinkID) {
    let before = self[link]?.payloadRequest
    if let asked = before?.asked, now.steady < asked.until { return }
    self[link]?.payloadRequest = PayloadRequest(of: rooms, after: before)
  }

  /// Has peers asked once more for payloads of a room that deletes name.
  ///
  /// - Parameter link: the one link on which that is done; nil for all.
  func requestNamedPayloads(of room: RoomID, from link: LinkID? = nil) {
    for link in link.map({ [$0] }) ?? links.ids {
      self[link]?.payloadRequest?.roomsAskedNamed.remove(room)
    }
  }

  /// Asks whoever may have them for the next payloads that are withheld.
  func askForPayloads(_ transaction: Transaction) throws {
    guard turn.writing != .diskFull else { return }
    for link in links.ids {
      guard let session = links[link], let payloadRequest = self[link]?.payloadRequest,
        !payloadRequest.isDone, payloadRequest.asked == nil,
        !session.budget.pace.rests(at: now.steady)
      else {
        continue
      }
      var ask = PayloadAsk()
      var withheld: [WithheldPayload] = []
      try transaction.reader.withheld(
        after: payloadRequest.after, withNamed: !payloadRequest.named.isEmpty
      ) { payload in
        let room = payload.place.room
        guard payloadRequest.includes(payload) else { return true }
        if withheld.isEmpty {
          guard try rooms.shares(room, with: session, transaction.reader) else { return true }
        } else if room != withheld[0].place.room {
          return false
        }
        // Of a forked part there is more than one.
        let log = try rooms.room(room, transaction.reader)?.logs[payload.place.log]
        guard log?.state.counts(payload.place.sequence) == true else { return true }
        withheld.append(payload)
        ask.places.append(payload.place.log.place(payload.place.sequence))
        return withheld.count < Limits.payloadsPerAsk
      }
      guard let first = withheld.first, let last = withheld.last else {
        self[link]?.payloadRequest?.isDone = true
        continue
      }
      ask.room = first.place.room.data
      self[link]?.payloadRequest?.after = last.key
      self[link]?.payloadRequest?.asked = PayloadRequest.Asked(
        room: first.place.room, withheld: withheld, after: payloadRequest.after,
        until: now.steady + Limits.digestMilliseconds)
      try links.send(.payloadAsk(ask), on: link)
    }
  }

  func receive(
    _ ask: PayloadAsk, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let room = try rooms.sharedRoom(ask.room, session, transaction) else { return }
    guard ask.places.count <= Limits.payloadsPerAsk else {
      throw WireError.limit("\(ask.places.count) payloads asked for at once")
    }
    // Who waits for each answer, as it should, never comes near this.
    guard turn.spendAnswer(to: session.id) else {
      return links.countViolation(on: session.id, "too many asks")
    }
    var answer = PayloadAnswer()
    answer.room = ask.room
    var size = 0
    for place in ask.places {
      guard let key = LogKey(place.log), let log = room.logs[key],
        log.state.counts(place.sequence),
        let payload = try transaction.reader.entry(of: log, in: room.id, sequence: place.sequence)?
          .payload
      else { continue }
      // The frame, the places and the lengths around the payloads.
      size += payload.count + 128
      guard size + 128 <= session.longestFrame else { break }
      answer.payloads.append(
        .with {
          $0.place = place
          $0.payload = payload
        })
    }
    try links.send(.payloadAnswer(answer), on: session.id)
  }

  func receive(
    _ answer: PayloadAnswer, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let asked = self[session.id]?.payloadRequest?.asked, asked.room.data == answer.room else {
      return links.countViolation(on: session.id, "payloads that nobody asked for")
    }
    self[session.id]?.payloadRequest?.asked = nil
    guard let room = try rooms.sharedRoom(answer.room, session, transaction) else { return }
    var author: Author?
    for payload in answer.payloads {
      guard
        let place = asked.withheld.first(where: {
          $0.place.log.place($0.place.sequence) == payload.place
        }),
        let log = room.logs[place.place.log],
        let entry = try transaction.reader.entry(
          of: log, in: room.id, sequence: place.place.sequence),
        Hashing.payload(payload.payload) == entry.payloadHash,
        // A hash holds for any size, and with another one nobody would take the entry from us.
        try PlainDecoding.header(entry.header).admits(payload.payload)
      else {
        links.countViolation(on: session.id, "payloads that do not belong to their entries")
        break
      }
      // It may have come from elsewhere, or have been erased.
      guard try transaction.reader.isWithheld(place.key),
        try rooms.quotas.fits(
          payload: payload.payload.count, of: log, from: session.id, transaction)
      else { continue }
      try transaction.setPayload(payload.payload, log: log.number, sequence: place.place.sequence)
      links.paceAnswer(
        2 * payload.payload.count, by: rooms.writer(of: room.id, session), on: session.id)
      author = place.place.log.author
    }
    guard let author else { return }
    // A frame need not have held all of it.
    self[session.id]?.payloadRequest?.after = asked.after
    try rooms.remake(room.id, for: author, transaction)
    turn.touch(room.id)
    roomsWithNewPayloads.insert(room.id)
  }
}

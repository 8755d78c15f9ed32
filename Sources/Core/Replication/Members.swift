import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The members of a private room, and the entries of theirs that count (specification section 13).
///
/// A pure function of the owners' operations and of the members' own leaving: it does not depend on the order
/// in which the logs arrived.
public struct Members: Equatable, Sendable {
  /// The effect of an operation.
  public enum Effect: Equatable, Sendable {
    /// It does not count.
    case none
    /// It changed who belongs to the room from here on.
    case changed
    /// It may change what counts of entries that are already here.
    case rebuild
  }

  /// The form in which it is kept.
  public private(set) var message = Membership()
  private var places: [Author: Int] = [:]

  /// The members of a room that was just opened: the opener alone.
  public init(opener: Author) {
    message.owners = [.with { $0.author = opener.data }]
    append(opener, after: [])
  }

  /// Members as they were kept.
  public init(_ message: Membership) {
    self.message = message
    for (index, belonging) in message.members.enumerated() {
      if let author = Author(belonging.author) { places[author] = index }
    }
  }

  /// The owner of the room now; zero, which is nobody's key, if there is none.
  public var owner: Author {
    guard let last = message.owners.last, last.until.isEmpty else { return .zero }
    return Author(last.author) ?? .zero
  }

  /// Whether an author owns the room or did.
  public func hasOwned(_ author: Author) -> Bool {
    message.owners.contains { $0.author == author.data }
  }

  /// The owners of the room, earlier ones included.
  public var owners: Set<Author> { Set(message.owners.compactMap { Author($0.author) }) }

  /// Everybody who is a member now, in order.
  public var current: [Author] { places.keys.filter { isMember($0) }.sorted() }

  /// Whether an author is a member now.
  public func isMember(_ author: Author) -> Bool {
    belonging(author).map { $0.stretches.last?.removed == false && !$0.left } ?? false
  }

  /// Whether an author left by its own word, and was not removed besides.
  public func hasLeft(_ author: Author) -> Bool {
    belonging(author).map { $0.stretches.last?.removed == false && $0.left } ?? false
  }

  /// Everybody who is or was a member.
  public var known: Set<Author> { Set(places.keys) }

  /// The owner who added an author last. Nil for the opener, and for members added before this was noted and owners changed.
  public func adder(of author: Author) -> Author? {
    guard let stretch = belonging(author)?.stretches.last else { return nil }
    if let owner = Author(stretch.by) { return owner }
    guard message.owners.count == 1, let opener = Author(message.owners[0].author) else {
      return nil
    }
    return opener == author ? nil : opener
  }

  /// Whether an author is or was a member: whether there may be entries of it.
  public func knows(_ author: Author) -> Bool { places[author] != nil }

  /// Whether an entry counts: written while its author belonged to the room.
  public func counts(_ log: LogKey, _ sequence: UInt64) -> Bool {
    guard let belonging = belonging(log.author) else { return false }
    return belonging.stretches.contains { stretch in
      sequence > stretch.after.sequence(of: log.incarnation)
        && (!stretch.removed || sequence <= stretch.last.sequence(of: log.incarnation))
    }
  }

  /// Whether an entry was written as the room's owner.
  public func isOwner(_ log: LogKey, _ sequence: UInt64) -> Bool {
    message.owners.contains { owner in
      guard owner.author == log.author.data,
        sequence > owner.after.sequence(of: log.incarnation)
      else { return false }
      return owner.until.isEmpty || sequence <= owner.until.sequence(of: log.incarnation)
    }
  }

  /// Takes one operation.
  ///
  /// - Parameter newest: where the logs of an author stand here.
  public mutating func apply(
    _ operation: Schema.Operation.OneOf_Kind, log: LogKey, sequence: UInt64,
    newest: (Author) -> [LogCut]
  ) -> Effect {
    if case .leaveRoom? = Optional(operation) { return leave(log, sequence) }
    guard log.author == owner, isOwner(log, sequence) else { return .none }
    switch operation {
    case .addMember(let add):
      guard let author = Author(add.author), author != owner else { return .none }
      return self.add(author, after: add.after, newest: newest)
    case .removeMember(let remove):
      guard let author = Author(remove.author), author != owner else { return .none }
      return self.remove(author, last: remove.last, newest: newest)
    case .handOver(let hand):
      guard let author = Author(hand.author), author != owner,
        belonging(author)?.stretches.last?.removed == false
      else { return .none }
      return handOver(hand, to: author, log, sequence, newest: newest)
    default: return .none
    }
  }

  /// Takes one operation of a room that may not be open yet: its opening makes its first member.
  ///
  /// - Parameters:
  ///   - members: who belongs to the room; nil before its opening.
  ///   - newest: where the logs of an author stand here.
  public static func apply(
    _ operation: Schema.Operation.OneOf_Kind, to members: inout Members?, of room: RoomID,
    log: LogKey, sequence: UInt64, newest: (Author) -> [LogCut]
  ) -> Effect {
    guard case .openRoom(let open) = operation else {
      return members?.apply(operation, log: log, sequence: sequence, newest: newest) ?? .none
    }
    guard members == nil, sequence == 1, RoomID(privateOf: log.author, nonce: open.nonce) == room
    else { return .none }
    members = Members(opener: log.author)
    return .changed
  }

  private mutating func add(
    _ author: Author, after: [LogCut], newest: (Author) -> [LogCut]
  ) -> Effect {
    guard let index = places[author] else {
      guard message.members.count < Limits.roomMembers else { return .none }
      append(author, after: after, by: owner)
      return .changed
    }
    guard message.members[index].stretches.count < Limits.stretches else { return .none }
    let owner = owner
    message.members[index].stretches.append(
      .with {
        $0.after = after
        $0.by = owner.data
      })
    refreshLeft(index)
    return newest(author).contains { $0.sequence > after.sequence(of: $0.incarnation) }
      ? .rebuild : .changed
  }

  private mutating func remove(
    _ author: Author, last: [LogCut], newest: (Author) -> [LogCut]
  ) -> Effect {
    guard let index = places[author],
      let stretch = message.members[index].stretches.indices.last,
      !message.members[index].stretches[stretch].removed
    else { return .none }
    // Earlier stretches that were never closed end here too.
    for earlier in message.members[index].stretches.indices
    where !message.members[index].stretches[earlier].removed {
      message.members[index].stretches[earlier].removed = true
      message.members[index].stretches[earlier].last = last
    }
    return newest(author).contains { $0.sequence > last.sequence(of: $0.incarnation) }
      ? .rebuild : .changed
  }

  private mutating func handOver(
    _ hand: HandOver, to author: Author, _ log: LogKey, _ sequence: UInt64,
    newest: (Author) -> [LogCut]
  ) -> Effect {
    guard message.owners.count < Limits.stretches else { return .none }
    let until = hand.until(log, sequence)
    message.owners[message.owners.count - 1].until = until
    message.owners.append(
      .with {
        $0.author = author.data
        $0.after = hand.after
      })
    for author in [author, log.author] { places[author].map { refreshLeft($0) } }
    let isLate =
      newest(author).contains { $0.sequence > hand.after.sequence(of: $0.incarnation) }
      || newest(log.author).contains { $0.sequence > until.sequence(of: $0.incarnation) }
    return isLate ? .rebuild : .changed
  }

  /// Ends the last ownership without another one: nobody owns the room from then on.
  ///
  /// - Parameter until: the last entry of the owner that counts as an owner's.
  public mutating func endOwnership(until: LogCut) {
    guard let last = message.owners.indices.last else { return }
    let owner = Author(message.owners[last].author)
    message.owners[last].until = [until]
    if let index = owner.flatMap({ places[$0] }) { refreshLeft(index) }
  }

  private mutating func leave(_ log: LogKey, _ sequence: UInt64) -> Effect {
    guard let index = places[log.author] else { return .none }
    var leaves = message.members[index].leaves
    leaves.raise(log.incarnation, to: sequence)
    message.members[index].leaves = leaves
    refreshLeft(index)
    return .changed
  }

  /// Somebody who left is no member until added by a person who has seen that. The owner always belongs to the room.
  private mutating func refreshLeft(_ index: Int) {
    let belonging = message.members[index]
    let after = belonging.stretches.last?.after ?? []
    message.members[index].left =
      belonging.author != owner.data
      && belonging.leaves.contains { $0.sequence > after.sequence(of: $0.incarnation) }
  }

  /// - Parameter owner: who adds the author; nil for the opener.
  private mutating func append(_ author: Author, after: [LogCut], by owner: Author? = nil) {
    places[author] = message.members.count
    let stretch = Stretch.with {
      $0.after = after
      $0.by = owner?.data ?? Data()
    }
    message.members.append(
      .with {
        $0.author = author.data
        $0.stretches = [stretch]
      })
  }

  private func belonging(_ author: Author) -> Belonging? {
    places[author].map { message.members[$0] }
  }
}

extension Schema.Operation.OneOf_Kind {
  /// Whether only a room's owner can do it.
  public var isOwners: Bool {
    switch self {
    case .addMember, .removeMember, .handOver: true
    default: false
    }
  }

  /// Whether it gives the room to another owner.
  public var isHandOver: Bool {
    if case .handOver = self { return true }
    return false
  }
}

extension HandOver {
  /// Returns, for each log of the old owner, the last entry that counts as an owner's. The log and number are those of the
  /// hand-over.
  public func until(_ log: LogKey, _ sequence: UInt64) -> [LogCut] {
    var until = last.filter { $0.incarnation != log.incarnation }
    until.raise(log.incarnation, to: sequence)
    return until
  }
}

extension [LogCut] {
  /// The cut of one incarnation; 0 where none is named.
  public func sequence(of incarnation: UInt64) -> UInt64 {
    first { $0.incarnation == incarnation }?.sequence ?? 0
  }

  fileprivate mutating func raise(_ incarnation: UInt64, to sequence: UInt64) {
    if let index = firstIndex(where: { $0.incarnation == incarnation }) {
      self[index].sequence = Swift.max(self[index].sequence, sequence)
    } else {
      append(
        .with {
          $0.incarnation = incarnation
          $0.sequence = sequence
        })
      sort { $0.incarnation < $1.incarnation }
    }
  }
}

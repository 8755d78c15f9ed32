import Feature
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A link over which two rosters are compared, message by message, with faults.
public struct RosterLink {
  /// One end of the link.
  struct End {
    var roster: Roster
    var sync: RosterSync

    mutating func receive(_ message: RosterExchange) throws -> RosterSync.Reaction {
      try sync.receive(message, &roster)
    }
  }

  private let mostWhole: Int
  private let frame: Int
  private var random: SeededGenerator
  private var ends: [End]
  private var store: [RosterShelf]
  private var mails: [(to: Int, message: RosterExchange)] = []
  /// The bytes that were sent.
  public private(set) var bytes = 0
  /// The size of the largest message.
  public private(set) var largest = 0
  /// Whether either took what the other sent for a lie.
  public private(set) var isFalse = false

  /// Links two rosters.
  ///
  /// - Parameters:
  ///   - accounts: the people of each node.
  ///   - mostWhole: the most statements that go whole.
  ///   - frame: the size at which messages aim.
  public init(
    _ left: Roster, _ right: Roster, accounts: [Set<Author>] = [[], []], seed: UInt64 = 0,
    mostWhole: Int = Limits.rosterWhole, frame: Int = Limits.batchStranger
  ) {
    (self.mostWhole, self.frame) = (mostWhole, frame)
    random = SeededGenerator(seed: seed)
    let sync = RosterSync(mostWhole: mostWhole, frame: frame)
    ends = [End(roster: left, sync: sync), End(roster: right, sync: sync)]
    store = accounts.map { RosterShelf(accounts: $0) }
  }

  /// The rosters at both ends.
  public var rosters: (left: Roster, right: Roster) { (ends[0].roster, ends[1].roster) }

  /// Begins a comparison at one end.
  public mutating func begin(at end: Int) {
    let roster = ends[end].roster
    send([ends[end].sync.begin(roster)], to: 1 - end)
  }

  private mutating func send(_ messages: [RosterExchange], to end: Int) {
    for message in messages {
      let size = ((try? Coding.encode(message)) ?? []).count
      bytes += size
      largest = max(largest, size)
      mails.append((end, message))
    }
  }

  private mutating func deliver(_ mail: (to: Int, message: RosterExchange)) throws {
    let reaction = try ends[mail.to].receive(mail.message)
    isFalse = isFalse || reaction.isFalse
    send(reaction.answers, to: 1 - mail.to)
  }

  /// Begins comparisons and delivers all in order, until nothing changes any more.
  public mutating func settle() throws {
    for round in 0..<20 {
      let before = ends.map(\.roster.hash)
      for end in ends.indices { ends[end].sync.renew() }
      begin(at: round % 2)
      while !mails.isEmpty { try deliver(mails.removeFirst()) }
      // Each end has begun once: what one waits for it says itself.
      if round > 0, ends.map(\.roster.hash) == before { return }
    }
  }

  /// Delivers some messages while others are lost, doubled, late and garbled, and nodes restart.
  public mutating func disturb(steps: Int) throws {
    for _ in 0..<steps {
      if mails.isEmpty || random.below(8) == 0 { begin(at: random.below(2)) }
      if random.below(6) == 0 { try restart(random.below(2)) }
      let mail = mails.remove(at: random.below(min(mails.count, 4)))
      switch random.below(6) {
      case 0: break
      case 1:
        try deliver(mail)
        mails.append(mail)
      default: try deliver(mail)
      }
      if mails.count > 200 { mails.removeFirst(100) }
    }
  }

  /// Lets a node end and start again from what it kept.
  private mutating func restart(_ end: Int) throws {
    try ends[end].roster = store[end].restarted(ends[end].roster)
    ends[end].sync = RosterSync(mostWhole: mostWhole, frame: frame)
  }
}

/// The store of one node, in which it keeps a roster over restarts.
public final class RosterShelf {
  private let accounts: Set<Author>
  private lazy var store = Result { try Store(Registry([], version: 1)) }

  /// An empty store.
  ///
  /// - Parameter accounts: the people of the node.
  public init(accounts: Set<Author> = []) { self.accounts = accounts }

  /// Keeps a roster and reads it again.
  ///
  /// - Throws: `StoreError`, also where something was lost.
  public func restarted(_ roster: Roster) throws -> Roster {
    let store = try store.get()
    try store.turn { try $0.setRoster(roster) }
    let kept = try store.read { try $0.roster(of: roster.room, accounts: accounts) }
    guard var restarted = kept?.roster, kept?.lost == [] else {
      throw StoreError.damaged("a roster: \(kept?.lost ?? [])")
    }
    #if DEBUG
      if roster.planted == .forgetsFirst {
        var forgetful = restarted.kept
        forgetful.choices = []
        restarted = Roster(forgetful, room: roster.room, accounts: accounts)
      }
      restarted.planted = roster.planted
    #endif
    return restarted
  }
}

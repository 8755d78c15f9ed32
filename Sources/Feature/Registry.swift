import Identifiers
import Schema
import SwiftProtobuf

/// All features of a program, and their kinds, handlers and settings together.
public final class Registry: Sendable {
  private let kinds: [RecordKind: AnyKind]
  private let children: [RecordKind: [RecordKind]]
  private let blobHolders: Set<RecordKind>
  private let views: [RecordKind: RecordView]
  private let ephemerals: [RecordKind: EphemeralView]
  private let handlers: [String: Handler]
  private let dues: [Feature.DueFunction]
  private let lookups: [any Lookup]
  private let undoRules: [RecordKind: [UndoRule]]
  /// The records by others for which our person is called.
  public let arrivals: [Arrival]
  /// The records that features write by themselves.
  public let reactions: [Reaction]
  /// The same, when a match of our person is over.
  public let sessionReactions: [SessionReaction]
  /// The games that people play at tables.
  public let games: Games
  /// The settings of features that people may change.
  public let settings: [SettingDefinition]
  /// The kinds of records whose changes something reacts to.
  public let reactionKinds: Set<RecordKind>
  /// The kinds of records that people may mean by a name.
  public let namedKinds: [RecordKind]
  /// The kinds of records that people search by words.
  public let wordKinds: [RecordKind]
  /// The kinds of records that are messages.
  public let messageKinds: [RecordKind]
  /// Changes with what the records of a room follow from. Rooms that were built with another digest are built again from
  /// their logs.
  public let digest: UInt32

  /// Checks features against each other; a mistake in them ends the program, as it is one of ours.
  ///
  /// - Parameters:
  ///   - version: raised when the core's own rules about members and records change.
  ///   - lookups: what the features may look up outside the store, one of each type.
  public init(_ features: [Feature], version: UInt32, lookups: [any Lookup] = []) {
    self.lookups = lookups
    var kinds: [RecordKind: AnyKind] = [:]
    var children: [RecordKind: [RecordKind]] = [:]
    let all = features.flatMap(\.kinds).sorted { $0.number < $1.number }
    for kind in all {
      precondition(kinds.updateValue(kind, forKey: kind.number) == nil, "two kinds \(kind.number)")
      precondition(!kind.rules.writers.isEmpty, "nobody may write \(kind.number)")
      for parent in kind.rules.parents { children[parent, default: []].append(kind.number) }
    }
    for (parent, of) in children {
      precondition(kinds[parent] != nil, "\(of) belong to \(parent), which is no kind")
    }
    arrivals = features.flatMap(\.arrivals)
    reactions = features.flatMap(\.reactions)
    sessionReactions = features.flatMap(\.sessionReactions)
    undoRules = Dictionary(
      features.flatMap { feature in feature.kinds.map { ($0.number, feature.undoRules) } },
      uniquingKeysWith: +)
    games = Games(features.compactMap(\.session))
    dues = features.compactMap(\.due)
    settings = features.flatMap(\.settings)
    precondition(Set(settings.map(\.key)).count == settings.count, "two settings have one key")
    reactionKinds = reactions.reduce(into: []) { $0.formUnion($1.kinds) }
    namedKinds = all.filter(\.hasNames).map(\.number)
    wordKinds = all.filter { $0.words != nil }.map(\.number)
    messageKinds = all.filter(\.rules.isMessage).map(\.number)
    var views: [RecordKind: RecordView] = [:]
    for view in features.flatMap(\.shows) {
      for kind in view.kinds {
        precondition(kinds[kind] != nil, "\(kind) is shown, but is no kind")
        precondition(views.updateValue(view, forKey: kind) == nil, "two views of \(kind)")
      }
    }
    self.views = views
    var ephemerals: [RecordKind: EphemeralView] = [:]
    for view in features.flatMap(\.ephemerals) {
      precondition(kinds[view.kind] != nil, "\(view.kind) is shown, but is no kind")
      precondition(
        ephemerals.updateValue(view, forKey: view.kind) == nil, "two views of \(view.kind)")
    }
    self.ephemerals = ephemerals
    var handlers: [String: Handler] = [:]
    for handler in features.flatMap(\.handlers) {
      let isNew = handlers.updateValue(handler, forKey: handler.path) == nil
      precondition(isNew, "two handlers of \(handler.path)")
    }
    self.handlers = handlers
    var digest = Digest(version)
    for kind in all { digest.add(kind) }
    self.digest = digest.value
    self.kinds = kinds
    self.children = children
    blobHolders = Self.holders(of: all)
  }

  /// Returns the rules of a kind; nil for a kind that this program does not know.
  public func kind(_ number: RecordKind) -> AnyKind? { kinds[number] }

  /// The checks before the undo of a command, by the kind of its first record: one command writes records of one feature.
  public func undoRules(of kind: RecordKind) -> [UndoRule] { undoRules[kind] ?? [] }

  /// The kinds that people call by some nouns.
  ///
  /// - Throws: `Refused` for a noun that no kind has.
  public func kinds(called nouns: [String]) throws -> Set<RecordKind> {
    try Set(
      nouns.map { noun in
        guard let kind = kinds.values.first(where: { $0.noun == noun }) else {
          throw Refused(.invalid, "There is no kind of record called \(noun).")
        }
        return kind.number
      })
  }

  /// Returns the view of a kind's records; nil for a kind that is shown with others, or not at all.
  public func view(of number: RecordKind) -> RecordView? { views[number] }

  /// Returns the view of what people do now about a kind; nil if no feature has one.
  public func ephemeral(of number: RecordKind) -> EphemeralView? { ephemerals[number] }

  /// Returns the handler of the method with a path; nil if no feature has it.
  public func handler(_ path: String) -> Handler? { handlers[path] }

  /// Returns the source of a type that features look up outside the store; nil if the shell gives none.
  public func lookup<Found: Lookup>(_ type: Found.Type) -> Found? {
    lookups.lazy.compactMap { $0 as? Found }.first
  }

  /// Collects what is due in all features, the soonest first.
  ///
  /// - Parameters:
  ///   - told: until when everything was told, in milliseconds since 1970.
  ///   - now: milliseconds since 1970.
  /// - Throws: `StoreError`.
  public func due(_ home: any Snapshot, told: Int64, now: Int64) throws -> Due {
    var all = Due()
    for due in dues {
      let found = try due(home, told, now)
      all.notices += found.notices
      all.calls += found.calls
      all.next = [all.next, found.next].compactMap { $0 }.min()
    }
    all.notices.sort { ($0.instant, $0.item) < ($1.instant, $1.item) }
    return all
  }

  /// The kinds of records that may belong to a record of a kind.
  public func children(of kind: RecordKind) -> [RecordKind] { children[kind] ?? [] }

  /// Fewest records of one author that count below a record of a kind: with no more below it, all of them count.
  public func leastPerParent(below kind: RecordKind) -> Int {
    children(of: kind).compactMap { self.kind($0)?.rules.limit.perParent }.min() ?? .max
  }

  /// Whether records of a kind, or what belongs to them, may point at blobs.
  public func mayHoldBlobs(_ kind: RecordKind) -> Bool { blobHolders.contains(kind) }

  private static func holders(of all: [AnyKind]) -> Set<RecordKind> {
    var holders = Set(all.filter { $0.blobs != nil }.map(\.number))
    var count = 0
    while count < holders.count {
      count = holders.count
      for kind in all where holders.contains(kind.number) { holders.formUnion(kind.rules.parents) }
    }
    return holders
  }
}

/// FNV-1a with 32 bits (draft-eastlake-fnv): the same in every run of a program.
private struct Digest {
  private(set) var value: UInt32 = 0x811c_9dc5

  init(_ version: UInt32) { add(version) }

  mutating func add(_ kind: AnyKind) {
    let rules = kind.rules
    add(kind.number.rawValue)
    add(kind.blobs == nil ? 0 : 1)
    add(kind.index == nil ? 0 : kind.indexVersion)
    add(kind.words == nil ? 0 : kind.indexVersion)
    add(kind.merging?.field ?? 0)
    for flag in [rules.mayStandAlone, rules.followsParent, rules.isPermanent] { add(flag ? 1 : 0) }
    for writers in rules.writers { add(UInt32(writers.rawValue)) }
    add(.max)
    for parent in rules.parents.sorted() { add(parent.rawValue) }
    add(.max)
  }

  private mutating func add(_ word: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      value = (value ^ (word >> UInt32(shift) & 0xff)) &* 0x0100_0193
    }
  }
}

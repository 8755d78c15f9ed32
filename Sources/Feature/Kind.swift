import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// The people who may change or delete a record. The person who makes it chooses them, within what its kind allows.
public enum Writers: UInt8, Sendable, CaseIterable {
  /// The person who made it.
  case creator = 1
  /// Every member of the room; in the lobby, where anybody may write, the creator alone.
  case members = 2
  /// The owner of the room at that time; only an owner may make one.
  case owner = 3
}

/// The rules that hold for all records of one kind (specification section 14). `Body` is the message that their fields make.
public struct Kind<Body: SwiftProtobuf.Message & Sendable>: Sendable {
  /// The kind without the type of its body.
  public let erased: AnyKind
  private let form: BodyForm<Body>?

  /// A body as its message; an empty one for bytes that are no such message.
  public func decode(_ body: Data) -> Body {
    let body = carried(body)
    return form?.opened(body) ?? body
  }

  /// The same as it is carried: for lists, which do not open what they do not show.
  public func carried(_ body: Data) -> Body { Self.decoded(body) ?? Body() }

  /// A body as it is carried.
  ///
  /// - Parameter before: the body that it replaces, as it is carried; an empty one for a new record.
  func carried(_ body: Body, before: Body = Body()) -> Body {
    form?.carried(body, before) ?? body
  }

  private static func decoded(_ body: Data) -> Body? {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = AnyKind.messageDepth
    return try? Body(serializedBytes: body, options: options)
  }

  /// Describes a kind.
  ///
  /// - Parameters:
  ///   - rules: who may write such a record, what it belongs to, how large it may be.
  ///   - noun: what people call such a record: "event".
  ///   - lists: the command that lists such records with their ids: "parlor event list".
  ///   - title: such a record in a few words, for lists and links.
  ///   - sortKey: the place of such a record in lists; nil for kinds that are listed in causal order.
  ///   - comesAgain: whether such a record has other times after its sort key.
  ///   - name: what people may type to mean it, beside its id; nil for kinds without names.
  ///   - foldName: makes one name of all that mean the same, such as those that differ in case alone.
  ///   - indexVersion: raised when `sortKey`, `comesAgain`, `name`, `foldName` or `words` gives something else for the same body.
  ///   - words: all that such a record says, for search and its history; nil for kinds that say nothing.
  ///   - blobs: what the body of such a record points at; nil for kinds that never point at blobs.
  ///   - form: how such a body is carried, where that is not as it is read. What else is given here reads it as it is carried.
  ///   - merging: the field whose values are merged where people wrote them at once; nil for none.
  ///   - says: the words for fields that programs write otherwise; nil for none.
  ///   - moving: the rules for such a record that goes to another room; nil where it only belongs to its parent there.
  public init(
    _ number: RecordKind, _ body: Body.Type = Body.self, _ rules: KindRules = KindRules(),
    noun: String, lists: String, title: @escaping @Sendable (Body) -> String,
    sortKey: (@Sendable (Body) -> Int64)? = nil,
    comesAgain: @escaping @Sendable (Body) -> Bool = { _ in false },
    name: (@Sendable (Body) -> String)? = nil,
    foldName: @escaping @Sendable (String) -> String = { $0.lowercased() },
    indexVersion: UInt32 = 1, words: (@Sendable (Body) -> String)? = nil,
    blobs: (@Sendable (Body) -> [BlobReference])? = nil, form: BodyForm<Body>? = nil,
    merging: Merging? = nil, says: FieldWords? = nil, moving: Moving? = nil
  ) {
    self.form = form
    var references: (@Sendable (Data) -> [BlobReference])?
    if let blobs { references = { data in Self.decoded(data).map(blobs) ?? [] } }
    var said: (@Sendable (Data) -> String)?
    if let words { said = { data in Self.decoded(data).map(words) ?? "" } }
    var index: (@Sendable (Data) -> IndexEntry)?
    if sortKey != nil || name != nil {
      index = { data in
        guard let body = Self.decoded(data) else { return IndexEntry() }
        return IndexEntry(
          sortKey: sortKey?(body), name: name.map { foldName($0(body)) },
          comesAgain: comesAgain(body))
      }
    }
    erased = AnyKind(
      number: number, noun: noun, lists: lists, rules: rules,
      title: { data in Self.decoded(data).map(title) }, hasNames: name != nil,
      foldName: foldName, isSorted: sortKey != nil, indexVersion: indexVersion, index: index,
      words: said,
      blobs: references,
      read: { data in
        guard let body = Self.decoded(data) else { return nil }
        return form?.opened(body) ?? body
      }, merging: merging, says: says, moving: moving)
  }
}

/// The form in which a body goes to other nodes, where that is not the one that features read.
public struct BodyForm<Body: Sendable>: Sendable {
  /// A body that anybody may have made, as features read it.
  public let opened: @Sendable (Body) -> Body
  /// A body as it is carried; what is as in the body before, the second one, is carried as it was.
  public let carried: @Sendable (Body, Body) -> Body

  /// Puts both directions together.
  public init(
    opened: @escaping @Sendable (Body) -> Body,
    carried: @escaping @Sendable (Body, Body) -> Body
  ) {
    (self.opened, self.carried) = (opened, carried)
  }
}

/// The rules of a kind: its writers, the parents of its records, and the limits on their size and number.
public struct KindRules: Sendable {
  /// The writers that a record of the kind may have; the first are those of a record without a choice.
  public var writers: [Writers]
  /// The kinds to one of which such a record may belong.
  public var parents: Set<RecordKind>
  /// Whether such a record may also belong to nothing.
  public var mayStandAlone: Bool
  /// Whether only the parent's creator may add such a record to a parent that nobody else may change.
  public var followsParent: Bool
  /// Whether such records cannot be deleted.
  public var isPermanent: Bool
  /// The remedy that ends what such a permanent record is about; nil where there is none.
  public var ending: RemedyCode?
  /// Whether such a record has an id that follows from what it is about, and with no field set it says nothing: undoing its making clears it, as
  /// a deleted record is never made again.
  public var isClearedByUndo: Bool
  /// Whether such records are messages: people see how many they have not read, and may write them at tables.
  public var isMessage: Bool
  /// The most that one person may write.
  public var limit: KindLimit

  /// Rules, most of them what most kinds have: only the creator writes, and records stand alone.
  public init(
    writers: [Writers] = [.creator], parents: Set<RecordKind> = [], mayStandAlone: Bool? = nil,
    followsParent: Bool = false, isPermanent: Bool = false, ending: RemedyCode? = nil,
    isClearedByUndo: Bool = false, isMessage: Bool = false, limit: KindLimit = KindLimit()
  ) {
    self.writers = writers
    self.parents = parents
    self.mayStandAlone = mayStandAlone ?? parents.isEmpty
    self.followsParent = followsParent
    self.isPermanent = isPermanent
    self.ending = ending
    self.isClearedByUndo = isClearedByUndo
    self.isMessage = isMessage
    self.limit = limit
  }
}

/// The most that one person may write of one kind.
public struct KindLimit: Sendable {
  /// Bytes of a body that our own person writes; what others write is bounded by the limits of entries.
  public var bytes = 32 << 10
  /// Records of one author below one parent that count: of more, the first in the room's order
  /// (specification section 14). Our own person writes no more.
  public var perParent = 2_000

  /// The limits that most kinds have.
  public init() {}
}

/// The fields of a record that the index of a store holds.
public struct IndexEntry: Equatable, Sendable {
  /// The record's place in lists of its kind; nil for kinds in causal order.
  public var sortKey: Int64?
  /// The name by which people may mean it, folded as its kind says; nil for kinds without names.
  public var name: String?
  /// Whether the record has other times after its sort key.
  public var comesAgain: Bool

  /// Puts an index entry together.
  public init(sortKey: Int64? = nil, name: String? = nil, comesAgain: Bool = false) {
    self.sortKey = sortKey
    self.name = name
    self.comesAgain = comesAgain
  }
}

/// The rules that hold for all records of one kind, without the type of their body: the core reads these.
///
/// One object, as it is looked up several times for each record.
public final class AnyKind: Sendable {
  /// The number of the kind.
  public let number: RecordKind
  /// The word that people use for such a record.
  public let noun: String
  /// The command that lists such records with their ids.
  public let lists: String
  /// The rules: writers, parents and limits.
  public let rules: KindRules
  /// A body in a few words; nil for what is no such message. It is not cleaned or cut yet.
  public let title: @Sendable (Data) -> String?
  /// Whether people may mean such a record by a name.
  public let hasNames: Bool
  /// Makes one name of all that mean the same: what the index holds, and what is looked for.
  public let foldName: @Sendable (String) -> String
  /// Whether lists of such records are sorted by a key of their own.
  public let isSorted: Bool
  /// Raised when `index` or `words` gives something else for the same body.
  public let indexVersion: UInt32
  /// Makes the index entry of a body; nil for kinds that are not indexed.
  public let index: (@Sendable (Data) -> IndexEntry)?
  /// All that such a record says; nil for kinds that say nothing.
  public let words: (@Sendable (Data) -> String)?
  /// Lists the blobs that a body points at, as they were written; nil for kinds that never point at blobs.
  public let blobs: (@Sendable (Data) -> [BlobReference])?
  /// A body as features read it; nil for what is no such message.
  public let read: @Sendable (Data) -> (any SwiftProtobuf.Message & Sendable)?
  /// The rule for the field whose values are merged where people wrote them at once; nil for kinds without one.
  public let merging: Merging?
  /// The words for fields that programs write otherwise than people read them; nil for none.
  public let says: FieldWords?
  /// The rules for such a record that goes to another room; nil where it only belongs to its parent there.
  public let moving: Moving?

  init(
    number: RecordKind, noun: String,
    lists: String, rules: KindRules, title: @escaping @Sendable (Data) -> String?, hasNames: Bool,
    foldName: @escaping @Sendable (String) -> String, isSorted: Bool, indexVersion: UInt32,
    index: (@Sendable (Data) -> IndexEntry)?, words: (@Sendable (Data) -> String)?,
    blobs: (@Sendable (Data) -> [BlobReference])?,
    read: @escaping @Sendable (Data) -> (any SwiftProtobuf.Message & Sendable)?,
    merging: Merging?, says: FieldWords?, moving: Moving?
  ) {
    self.number = number
    self.noun = noun
    self.lists = lists
    self.rules = rules
    self.title = title
    self.hasNames = hasNames
    self.foldName = foldName
    self.isSorted = isSorted
    self.indexVersion = indexVersion
    self.index = index
    self.words = words
    self.blobs = blobs
    self.read = read
    self.merging = merging
    self.says = says
    self.moving = moving
  }

  /// The deepest that messages in a body may nest, as in everything that comes from others (specification section 10).
  static let messageDepth = 16

  /// The writers that a making asks for; nil where the kind does not allow them.
  ///
  /// - Parameter asked: a number as it was written; 0 for what the kind says first.
  public func writers(asked: UInt32) -> Writers? {
    guard asked != 0 else { return rules.writers.first }
    return rules.writers.first { UInt32($0.rawValue) == asked }
  }
}

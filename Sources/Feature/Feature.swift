/// One thing that people can do, such as chat, files or events. The core asks it through its values and knows no feature by name.
public struct Feature: Sendable {
  /// Its name in the registry's errors.
  public let name: String
  /// The kinds of records that the feature adds.
  public let kinds: [AnyKind]
  /// The views of its records.
  public let shows: [RecordView]
  /// The views of what people do now.
  public let ephemerals: [EphemeralView]
  /// The methods that it performs.
  public let handlers: [Handler]
  /// The records by others for which our person is called.
  public let arrivals: [Arrival]
  /// The records that it writes by itself.
  public let reactions: [Reaction]
  /// The same, when a match of our person is over.
  public let sessionReactions: [SessionReaction]
  /// The checks before an undo.
  public let undoRules: [UndoRule]
  /// The settings that people may change.
  public let settings: [SettingDefinition]
  /// The game that it lets people play at tables; nil for a feature without one.
  public let session: SessionRules?
  /// Finds what is due for our person; nil for a feature in which nothing ever is.
  ///
  /// It is given until when everything was told, and the time now, in milliseconds since 1970. It is called often, so it finds
  /// the next by an index.
  public let due: DueFunction?

  /// Says what is due for our person.
  public typealias DueFunction =
    @Sendable (_ home: any Snapshot, _ told: Int64, _ now: Int64) throws -> Due

  /// Describes a feature.
  public init(
    name: String, kinds: [AnyKind], shows: [RecordView] = [],
    ephemerals: [EphemeralView] = [], handlers: [Handler] = [], arrivals: [Arrival] = [],
    reactions: [Reaction] = [],
    sessionReactions: [SessionReaction] = [], undoRules: [UndoRule] = [],
    settings: [SettingDefinition] = [],
    session: SessionRules? = nil, due: DueFunction? = nil
  ) {
    self.name = name
    self.kinds = kinds
    self.shows = shows
    self.ephemerals = ephemerals
    self.handlers = handlers
    self.arrivals = arrivals
    self.reactions = reactions
    self.sessionReactions = sessionReactions
    self.undoRules = undoRules
    self.settings = settings
    self.session = session
    self.due = due
  }
}

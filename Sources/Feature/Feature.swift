/// What people can do: chat, files, events. The core asks a feature through its values and knows no feature itself.
public struct Feature: Sendable {
  /// What the feature is called in the registry's errors.
  public let name: String
  /// The kinds of records that the feature adds.
  public let kinds: [AnyKind]
  /// How its records are shown.
  public let shows: [RecordView]
  /// How it shows what people do now.
  public let ephemerals: [EphemeralView]
  /// What people can have it do.
  public let handlers: [Handler]
  /// What our person is called for.
  public let arrivals: [Arrival]
  /// What it writes by itself.
  public let reactions: [Reaction]
  /// The same, when a match of our person is over.
  public let sessionReactions: [SessionReaction]
  /// What people may set.
  public let settings: [SettingDefinition]
  /// The game that it lets people play at tables; nil for a feature without one.
  public let session: SessionRules?
  /// What is due for our person; nil for a feature in which nothing ever is.
  ///
  /// It is given until when everything was told, and the time now, in milliseconds since 1970. It is asked often, so it finds what
  /// comes next by an index.
  public let due: DueFunction?

  /// Says what is due for our person.
  public typealias DueFunction =
    @Sendable (_ home: any Snapshot, _ told: Int64, _ now: Int64) throws -> Due

  /// Describes a feature.
  public init(
    name: String, kinds: [AnyKind], shows: [RecordView] = [],
    ephemerals: [EphemeralView] = [], handlers: [Handler] = [], arrivals: [Arrival] = [],
    reactions: [Reaction] = [],
    sessionReactions: [SessionReaction] = [], settings: [SettingDefinition] = [],
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
    self.settings = settings
    self.session = session
    self.due = due
  }
}

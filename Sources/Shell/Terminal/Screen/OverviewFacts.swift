import DeckSchema
import EventSchema
import IntroductionSchema
import Schema
import TournamentSchema

/// All that the overview is made of, each list in the order in which its own command shows it.
public struct OverviewFacts: Sendable {
  /// This node.
  public var status = StatusView()
  /// Whether its daemon runs a program that an upgrade has replaced.
  public var isOutdated = false
  /// Other nodes.
  public var peers: [PeerView] = []
  /// Pairings that have begun and not ended.
  public var pairings: [PairView] = []
  /// People that friends introduce.
  public var introductions: [IntroductionView] = []
  /// Tables and matches.
  public var tables: [TableView] = []
  /// Rooms, by news.
  public var rooms: [RoomView] = []
  /// Trades that are not over.
  public var trades: [TradeView] = []
  /// To-dos, done or not.
  public var toDos: [ToDoView] = []
  /// Parts of our person in events that others deleted.
  public var lost: [LostPartsView] = []
  /// Tournaments, whatever their phase.
  public var tournaments: [TournamentLine] = []
  /// Events, past ones as well.
  public var events: [EventLine] = []

  /// Nothing but a node.
  public init() {}
}

import Feature
import Identifiers
import Node
import Schema
import SwiftProtobuf

/// What a feature does outside the node, with files, programs or the network: a client of the node inside the daemon.
public protocol OutsideWork: Sendable {
  /// Starts it on a thread of its own, and returns at once.
  func start()
  /// Notes a change of the home; from any thread, to be done with at once.
  func note(_ change: Change)
  /// Ends it; waits for what it does now.
  func stop()
  /// Shows how far it is.
  func show(in status: inout StatusView)
  /// Why a setting cannot have a value, where only a look outside tells; nil where it can.
  func refusal(of key: String, _ value: String) -> Refused?
}

/// What the daemon gives to such work.
public struct OutsideHost: Sendable {
  /// The absolute path of the home.
  public let home: String
  /// Our account.
  public let account: Author
  /// What a setting is set to.
  public let setting: @Sendable (_ key: String) throws -> String
  /// Visits all rooms of our person in one snapshot.
  public let visitRooms: @Sendable (_ visit: (RoomViews) throws -> Void) throws -> Void
  /// Performs methods, each by itself.
  public let perform: @Sendable ([Call]) async -> [Result<any Message, Refused>]
  /// Milliseconds since 1970.
  public let now: @Sendable () -> Int64

  /// Puts a host together.
  public init(
    home: String, account: Author, setting: @escaping @Sendable (String) throws -> String,
    visitRooms: @escaping @Sendable ((RoomViews) throws -> Void) throws -> Void,
    perform: @escaping @Sendable ([Call]) async -> [Result<any Message, Refused>],
    now: @escaping @Sendable () -> Int64
  ) {
    self.home = home
    self.account = account
    self.setting = setting
    self.visitRooms = visitRooms
    self.perform = perform
    self.now = now
  }
}

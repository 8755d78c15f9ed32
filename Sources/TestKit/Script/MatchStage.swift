import Feature
import Node
import Schema
import Store
import SwiftProtobuf

/// The stage of a scripted match: a virtual network, or real daemons.
///
/// Everybody knows everybody's address. A step that cannot be done yet is tried again while `passTime` says so.
public protocol MatchStage: AnyObject {
  /// Whether the seed decides the cards, or they come from a stage where it did.
  var isSeeded: Bool { get }

  /// Lets somebody's node begin with a copy of a store; before `begin`.
  func adopt(_ store: Store, for person: Person) throws
  /// Starts the nodes of these people and waits until they are linked.
  func begin(_ people: [Person]) throws
  /// Ends everything that was started.
  func end()
  /// Has somebody's node perform a method.
  func perform(_ call: Call, by person: Person) throws -> Result<any Message, Refused>
  /// The tables that somebody's node shows; empty while it is down.
  func tables(_ person: Person) throws -> [TableView]
  /// The file that somebody's node exports of a table.
  func transcript(_ person: Person, table: String) throws -> [UInt8]

  /// Lets a little time pass after something was tried in vain.
  ///
  /// - Parameter tries: how often in a row; the stage gives up after a time of its own.
  /// - Returns: false when it is time to give up.
  func passTime(tries: Int) throws -> Bool
  /// Lets a time pass.
  func wait(milliseconds: Int64) throws

  /// Cuts the links between host and joiner; they may dial again.
  func cut() throws
  /// Keeps host and joiner apart until `heal`.
  func part() throws
  /// Lets host and joiner reach each other again.
  func heal() throws
  /// Lets nothing from somebody's node arrive until `release`.
  func hold(_ person: Person) throws
  /// Lets things arrive again, over new links.
  func release(_ person: Person) throws
  /// Ends somebody's node without warning.
  func kill(_ person: Person) throws
  /// Starts somebody's node again.
  func restart(_ person: Person) throws
  /// Lets a node that is down begin with another store when it starts.
  func replaceStore(of person: Person, by store: Store) throws
  /// Opens the store of a node that is down.
  func withStore(of person: Person, _ body: (Store) throws -> Void) throws

  /// Kills somebody's node at a message between host and joiner, and starts it again soon after.
  ///
  /// - Parameters:
  ///   - message: the number of the message from now on, from 1.
  ///   - before: the message does not arrive; otherwise it does.
  func kill(_ person: Person, atMessage message: Int, before: Bool) throws
  /// Messages that passed between host and joiner so far.
  var messageCount: Int { get }
  /// The distance between messages that are tried in a run of their own: 1 tries each, 3 every third.
  var messageStride: Int { get }
}

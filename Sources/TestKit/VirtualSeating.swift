import Feature
import Node
import Schema

/// Brings two linked nodes of a virtual network to one table.
public enum VirtualSeating {
  /// Opens a table, asks, accepts, and waits until both nodes have committed to their chains.
  ///
  /// - Returns: the table's id; the host can start it.
  /// - Throws: `Refused` when a node does not do what was asked.
  public static func seat(
    _ network: VirtualNetwork, host: Int, joiner: Int, rules: Rules
  ) throws -> String {
    let table = try network.call(host, Methods.Tables.host) { $0.rules = rules }.get().id
    network.settle()
    _ = try network.call(joiner, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    _ = try network.call(host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    network.settle()
    return table
  }

  /// Starts the table, lets both be there and tap by themselves, and waits until there is nothing more to do.
  ///
  /// - Throws: `Refused` when a node does not do what was asked.
  public static func play(
    _ network: VirtualNetwork, _ table: String, host: Int, joiner: Int
  ) throws {
    _ = try network.call(host, Methods.Tables.start) { $0.table = table }.get()
    try attend(network, table, [host, joiner])
    network.settle()
  }

  /// Lets people be at a table and tap by themselves.
  ///
  /// - Throws: `Refused` when a node does not do what was asked.
  public static func attend(_ network: VirtualNetwork, _ table: String, _ nodes: [Int]) throws {
    for number in nodes {
      _ = try network.call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = true
      }.get()
    }
  }
}

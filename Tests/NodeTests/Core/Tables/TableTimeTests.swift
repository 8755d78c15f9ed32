import Feature
import Node
import Schema
import TestKit
import Testing

/// The time at which a table was made, as both persons read it (row 42.20).
@Suite struct TableTimeTests {
  private let host = 0
  private let joiner = 1

  private func created(_ network: VirtualNetwork, _ number: Int) throws -> Int64 {
    try #require(try network.nodes[number].tables().first).createdMilliseconds
  }

  /// Lets time go by and starts both nodes again.
  private func restart(_ network: VirtualNetwork) throws {
    for number in [joiner, host] {
      network.run(milliseconds: 60_000)
      network.crash(number)
      try network.start(number)
      network.run(milliseconds: 5_000)
      network.connect(host, joiner)
      network.settle()
    }
  }

  /// Starts both nodes again, and expects the same time at both.
  private func check(_ network: VirtualNetwork, _ made: Int64, _ phase: Comment) throws {
    try restart(network)
    for number in [host, joiner] { #expect(try created(network, number) == made, phase) }
  }

  @Test("a table shows when its host made it, after every restart and in every phase")
  func restarted() throws {
    let network = VirtualNetwork(seed: 5)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.run(milliseconds: 60_000)
    let table = try network.call(host, Methods.Tables.host) { $0.description_p = "t" }.get().id
    network.settle()
    let made = try created(network, host)
    network.run(milliseconds: 60_000)
    network.connect(host, joiner)
    network.settle()
    #expect(try created(network, joiner) == made, "offered")
    try check(network, made, "open")

    _ = try network.call(joiner, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    try check(network, made, "asked")

    _ = try network.call(host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    network.settle()
    try check(network, made, "seated")

    for number in [host, joiner] {
      _ = try network.call(number, Methods.Tables.attend) {
        ($0.table, $0.attendance) = (table, .here)
      }
      .get()
    }
    _ = try network.call(host, Methods.Tables.start) { $0.table = table }.get()
    network.settle()
    try check(network, made, "playing")

    _ = try network.call(host, Methods.Tables.giveUp) { $0.table = table }.get()
    network.settle()
    try check(network, made, "finished")
  }
}

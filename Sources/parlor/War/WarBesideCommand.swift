import ArgumentParser
import Client
import Commands
import Schema
import SwiftProtobuf
import Terminal
import WarSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor war beside`: plays the other side of a match at this machine for a daemon, which asks for it.
///
/// Each line of standard input is a message in JSON: first `PlayBeside`, then the guest's cards, a `Tap` each, and again `PlayBeside`
/// where our person wants to go on. Each is answered with a line: a `Change` with the table, or with a notice that says why not. It ends with the match, and with its input.
struct WarBesideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beside", abstract: "Play the other side of a match for a daemon.",
    shouldDisplay: false)

  @OptionGroup var options: GlobalOptions

  /// Microseconds for which the other side still tells what ended the match.
  private static let lastWords: UInt32 = 500_000

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let home = try options.homePath()
    var lines = LineInput()
    guard let first = Self.next(&lines) else { return }
    let request = try JSONMapping.message(PlayBeside.self, from: [UInt8](first.utf8))
    let second = SecondHome(request.guest ? .guest : .machine, home: home)
    defer { second.end() }
    var begun: (TableView, ChangeReader)?
    try answer {
      // The daemon of the home is the one that asks: none is started for it.
      let own = DaemonClient(home: home)
      try own.connect()
      try second.start(own, name: request.guest && !request.name.isEmpty ? request.name : nil)
      var table = try second.current(own)
      if let table { try second.attend(table.id) }
      if table == nil { table = try second.begin(own, rules: request.rules) }
      let view = table ?? TableView()
      begun = (view, try own.changes("?table=\(view.id)"))
      return view
    }
    guard let (table, changes) = begun else { return }
    play(second, at: table.id, lines, changes)
  }

  /// Plays the cards of a guest until the match is over or nobody asks any more.
  private func play(
    _ second: SecondHome, at table: String, _ input: LineInput, _ changes: ChangeReader
  ) {
    var lines = input
    while true {
      var items = [lines.descriptor, changes.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&items, nfds_t(items.count), -1) >= 0 || errno == EINTR else { return }
      if items[0].revents != 0 {
        guard let taps = lines.read() else { return }
        for line in taps {
          try? answer {
            guard let tap = try? JSONMapping.message(Tap.self, from: [UInt8](line.utf8)),
              !tap.table.isEmpty
            else { return try second.client.call(Methods.Tables.show) { $0.table = table } }
            return try second.client.call(Methods.Tables.tap) { $0 = tap }
          }
        }
      }
      if items[1].revents != 0, Self.isOver(table, changes) {
        usleep(Self.lastWords)
        return
      }
    }
  }

  /// Whether a stream says that a match is over, or has ended itself.
  private static func isOver(_ table: String, _ changes: ChangeReader) -> Bool {
    do {
      return try changes.read(milliseconds: 0).contains { item in
        guard case .change(let change) = item, case .table(let view)? = change.what else {
          return item == .stopping
        }
        return view.id == table && !view.isPlaying
      }
    } catch ClientFailure.timedOut {
      return false
    } catch {
      return true
    }
  }

  /// Answers one message.
  private func answer(_ work: () throws -> TableView) throws {
    var change = Change()
    do {
      change.table = try work()
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      change.notice = failure.text
    }
    try Output.json(change)
  }

  /// Waits for the next line; nil at the end of the input.
  private static func next(_ lines: inout LineInput) -> String? {
    while let read = lines.read() {
      if let line = read.first { return line }
    }
    return nil
  }
}

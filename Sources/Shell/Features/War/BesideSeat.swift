import Feature
import FoundationEssentials
import Programs
import Schema
import SwiftProtobuf
import Synchronization
import WarSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The chair of the machine, or of a guest at the same screen, and the program that plays it; at most one runs for each.
///
/// The program is `parlor war beside`. It reads messages as lines of JSON, answers each with one, and ends when its input does: also when
/// the daemon was killed.
final class BesideSeat: Sendable {
  /// The longest time that one answer may take: the program starts a node first.
  static let patience = Duration.seconds(60)

  fileprivate struct Running {
    var child: Child?
    var unread: [UInt8] = []
  }

  let isGuest: Bool
  private let home: String
  private let program: String
  private let running = Mutex(Running())
  private let isStopped = Mutex(false)

  /// - Parameters:
  ///   - home: of our person; the home of the other side is made in it.
  ///   - program: the path of `parlor`.
  init(guest isGuest: Bool, home: String, program: String) {
    self.isGuest = isGuest
    self.home = home
    self.program = program
  }

  /// The file with the id of the last match.
  private var note: String { "\(home)/\(isGuest ? "guest" : "machine")/table" }

  /// The id of the last match; nil before the first one.
  var table: String? { (try? PrivateFile.read(note)).flatMap { $0 } }

  /// The last match, and whether the other side plays; nil before the first one.
  var view: BesideView? {
    guard let table else { return nil }
    // While a match begins, or a card is played, it is not waited for.
    let isPlaying = running.withLockIfAvailable { $0.isPlaying } ?? true
    return .with {
      $0.table = table
      $0.guest = isGuest
      $0.playing = isPlaying
    }
  }

  /// Has the program play a match, unless one plays already; waits until the match has begun.
  ///
  /// - Returns: the id of the table.
  /// - Throws: `Refused` where it cannot be started, or the match does not begin.
  func play(_ request: PlayBeside) throws -> String {
    try running.withLock { running throws in
      // A match that is over has a program still, for its last words.
      if running.isPlaying,
        let view = try? running.ask(request, while: { !isStopped.withLock { $0 } }),
        view.phase == .playing
      {
        return view.id
      }
      running.end()
      guard !isStopped.withLock({ $0 }) else { throw Self.ended }
      running = Running(child: try start())
      do {
        let view = try running.ask(request, while: { !isStopped.withLock { $0 } })
        try? PrivateFile.write(view.id, to: note)
        return view.id
      } catch {
        running.end()
        throw error
      }
    }
  }

  private func start() throws(Refused) -> Child {
    do {
      return try Child(program, arguments: ["war", "beside", "--home", home])
    } catch {
      let missing = Installed.missing("parlor", "which plays the other side", error.code)
      throw Refused(.unavailable, missing)
    }
  }

  /// Plays a card of the guest.
  ///
  /// - Throws: `Refused` where nobody plays, or the card cannot be played.
  func tap(_ request: Tap) throws {
    try running.withLock { running throws in
      guard running.isPlaying else { throw Self.away }
      _ = try running.ask(request, while: { !isStopped.withLock { $0 } })
    }
  }

  /// Ends the program, and waits until the node of the other side has ended.
  func end() { running.withLock { $0.end() } }

  /// As `end`, for good: also what begins now is not waited for.
  func stop() {
    isStopped.withLock { $0 = true }
    end()
  }

  fileprivate static let away = Refused(
    .notNow, "Nobody plays beside you at that table now: continue the match first.")
  fileprivate static let ended = Refused(
    .unavailable, "The program that plays the other side has ended: begin the match again.")
}

extension BesideSeat.Running {
  /// Whether the program runs; one that has ended is forgotten.
  fileprivate var isPlaying: Bool {
    mutating get {
      guard let child else { return false }
      guard let more = child.read() else {
        end()
        return false
      }
      unread += more
      return true
    }
  }

  /// Sends a message, and waits for the answer.
  ///
  /// - Throws: `Refused` with the words of the program, or where it has ended.
  fileprivate mutating func ask(_ message: some Message, while mayWait: () -> Bool) throws
    -> TableView
  {
    guard let child, let line = try? JSONMapping.text(message) + "\n" else {
      throw BesideSeat.ended
    }
    unread = []
    var rest = ArraySlice(line.utf8)
    let limit = ContinuousClock.now + BesideSeat.patience
    while ContinuousClock.now < limit, mayWait() {
      if !rest.isEmpty {
        guard let count = child.write(rest) else { break }
        rest = rest.dropFirst(count)
      }
      guard let more = child.read() else { break }
      unread += more
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        return try Self.table(in: [UInt8](unread[..<end]))
      }
      var entry = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 100)
    }
    throw BesideSeat.ended
  }

  private static func table(in line: [UInt8]) throws -> TableView {
    switch try? JSONMapping.message(Change.self, from: line).what {
    case .table(let view)?: return view
    case .notice(let sentence)?: throw Refused(.notNow, sentence)
    default: throw BesideSeat.ended
    }
  }

  fileprivate mutating func end() {
    child?.end(within: .seconds(5))
    self = BesideSeat.Running()
  }
}

import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Follows one pairing to its end: prints where it stands, and takes the person's word to the node.
final class PairSitting {
  private let client: DaemonClient
  private let json: Bool
  private let answer: PairAnswer?
  private let asksPerson: Bool
  private let signals = SignalPipe()
  private var lines = LineInput()
  private var inputIsOpen: Bool
  /// The peer that it is about; empty until somebody has asked.
  private var peer = ""
  private var last: PairView?
  private var hasAnswered = false
  /// Whether somebody said yes before there was anything to compare.
  private var answeredEarly = false
  /// The peers that had asked before we began, which are not announced again.
  private var askers: Set<String> = []

  /// - Parameters:
  ///   - answer: what a script was told beforehand; else lines of standard input are the answer.
  ///   - asksPerson: false where there is nothing to compare.
  init(client: DaemonClient, json: Bool, answer: PairAnswer?, asksPerson: Bool) {
    self.client = client
    self.json = json
    self.answer = answer
    self.asksPerson = asksPerson
    inputIsOpen = asksPerson && answer == nil
  }

  /// Gives the command and stays until the pairing is over.
  ///
  /// - Throws: `CommandFailure` when it failed or came to nothing in time.
  func run(_ call: Call) throws {
    // Nothing of it outlives this command, however that ends.
    let stream = try client.changes("?hold=true")
    while true {
      let items = try stream.read()
      for case .change(let change) in items where change.pairing.state == .asked {
        askers.insert(change.pairing.peer)
      }
      if items.contains(.ready) { break }
    }
    let begun = try client.perform(call) as? PairView ?? PairView()
    peer = begun.peer
    try show(begun)
    while true {
      var items = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inputIsOpen ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&items, nfds_t(items.count), -1) >= 0 || errno == EINTR else { continue }
      if items[0].revents != 0 { try takeSignals() }
      if items[2].revents != 0, try takeChanges(stream) { return }
      if items[1].revents != 0 { try takeInput() }
    }
  }

  /// - Returns: true when both sides are paired.
  private func takeChanges(_ stream: ChangeReader) throws -> Bool {
    for item in try stream.read(milliseconds: 0) {
      switch item {
      case .change(let change):
        guard case .pairing(let view)? = change.what, isMeant(view) else { continue }
        peer = view.peer
        try show(view)
        if try isOver(view) { return true }
      case .ready, .gap: continue
      case .stopping:
        throw CommandFailure(
          SessionEnd.noDaemon, "The daemon was stopped: run the command again to pair.")
      }
    }
    return false
  }

  /// While nobody has asked, whoever is answered next is meant; a question alone is not answered yet.
  private func isMeant(_ view: PairView) -> Bool {
    if !peer.isEmpty { return view.peer == peer }
    switch view.state {
    case .asking, .comparing: return true
    case .waiting, .failed, .late: return view.peer.isEmpty
    case .asked, .done, .unspecified, .UNRECOGNIZED: return false
    }
  }

  private func isOver(_ view: PairView) throws -> Bool {
    let who = view.peer.isEmpty ? "nobody" : PairText.name(of: view)
    switch view.state {
    case .done: return true
    case .failed:
      throw CommandFailure(
        SessionEnd.refused, "Not paired with \(who): \(view.reason.plain). You can try again.")
    case .late:
      throw CommandFailure(
        SessionEnd.timedOut, "Not paired with \(who): \(view.reason.plain). You can try again.")
    case .waiting, .asked, .asking, .comparing, .unspecified, .UNRECOGNIZED: return false
    }
  }

  private func show(_ view: PairView) throws {
    guard view != last else { return }
    let before = last
    last = view
    if json { try Output.json(view) } else { tell(view, before) }
    if view.state == .comparing, let answer, !hasAnswered {
      hasAnswered = true
      try say(answer.fits(view))
    }
  }

  private func tell(_ view: PairView, _ before: PairView?) {
    let name = PairText.name(of: view)
    switch view.state {
    case .waiting: Output.line("Waiting until somebody asks to pair ...")
    case .asking where askers.contains(view.peer) || before?.state == .waiting: break
    case .asking:
      Output.line(
        asksPerson
          ? "Waiting for \(name): `parlor peer pair` has to be run there as well ..."
          : "Using the ticket of \(name) ...")
    case .comparing where before?.state != .comparing:
      if view.nameIsTaken { Output.line("Careful: another node had the name \(name) first.") }
      Output.line("\(name)'s screen must show the same:")
      Output.line("  \(view.digits.plain)   \(view.words.plain)")
      if inputIsOpen { ask() }
    case .comparing where view.confirmedThere && !view.confirmed && before?.confirmedThere != true:
      Output.line("\(name) says that they match.")
      if inputIsOpen { ask() }
    case .comparing where view.confirmed: Output.line("Waiting for \(name) to say the same ...")
    case .done: Output.line("You and \(name) are paired.")
    case .comparing, .asked, .failed, .late, .unspecified, .UNRECOGNIZED: break
    }
  }

  private func ask() {
    let question = "Do the words match? [y/n] "
    if isatty(0) == 1 && isatty(1) == 1 {
      Output.raw(question)
    } else {
      Output.line(question.plain)
    }
  }

  private func takeInput() throws {
    guard let read = lines.read() else {
      inputIsOpen = false
      // Somebody else may say it: `parlor peer pair PEER --yes-if CODE`.
      guard answeredEarly else { return }
      try? say(false)
      throw CommandFailure(
        SessionEnd.refused,
        "Not paired: the yes came before the words, and nobody can have compared them. Answer once they are shown, or use --yes-if."
      )
    }
    for line in read {
      let word = line.filter { !$0.isWhitespace && $0 != "\"" }.lowercased()
      if ["n", "no"].contains(word) {
        try say(false)
      } else if ["y", "yes"].contains(word) {
        if last?.state == .comparing {
          try say(true)
        } else {
          answeredEarly = true
          if !json { Output.line("There are no words to compare yet: wait until they are shown.") }
        }
      } else if last?.state == .comparing, !json {
        Output.line("Write y if the words are the same on both screens, n if not.")
      }
    }
  }

  private func say(_ yes: Bool) throws {
    if yes {
      inputIsOpen = false
      answeredEarly = false
    }
    try client.call(Methods.Pairing.answer) {
      $0.peer = peer
      $0.yes = yes
    }
  }

  /// Answers no if our person ends the command by a signal.
  private func takeSignals() throws {
    for number in signals.take() where [SIGINT, SIGTERM, SIGHUP].contains(number) {
      try? say(false)
      throw CommandFailure(
        SessionEnd.refused, "Not paired: the command ended before both had said yes.")
    }
  }
}

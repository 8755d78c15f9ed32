import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor peer pair`: by words, or by a ticket.
struct PairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Pair with a node: compare words with its person, or use a ticket.",
    discussion: """
      Both people run `parlor peer pair`, both screens show six digits and four words, and both say whether \
      they are the same: aloud, or by looking at both screens. If they are not, somebody is in between.

      EXAMPLES
        parlor peer pair ada                   ask Ada, or answer her
        parlor peer pair --wait                answer the next who asks
        parlor peer pair --wait --accept ada   answer nobody but Ada
        parlor peer pair ada --yes-if 042371   for scripts: yes only to this code
        parlor peer pair --ticket              print a ticket, good once
        parlor peer pair --ticket parlor:...   use one of the other machine
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "The node's id or any unique beginning of it, or its name; with --ticket, the ticket.")
  var peer: String?

  @Flag(help: "Wait until somebody asks, and print the code that both screens show.")
  var wait = false

  @Option(help: ArgumentHelp("With --wait: answer only this peer.", valueName: "peer"))
  var accept: String?

  @Option(
    help: ArgumentHelp(
      "Say yes if the digits or the words are these, else no.", valueName: "code"))
  var yesIf: String?

  @Flag(help: "Print a ticket for a script on the other machine, or use the one given.")
  var ticket = false

  @Option(
    help: ArgumentHelp(
      "With --ticket: where this node can be reached; may be repeated. Default: all its addresses.",
      valueName: "host:port"))
  var address: [String] = []

  func validate() throws {
    if peer == "" { throw ValidationError("The peer's name is empty: give an id or a name.") }
    if wait, peer != nil {
      throw ValidationError("--wait does not take a peer by itself: write --wait --accept PEER.")
    }
    if accept != nil, !wait {
      throw ValidationError("--accept works only together with --wait: add it.")
    }
    if ticket, wait || yesIf != nil {
      throw ValidationError("A ticket needs no words: leave out --wait and --yes-if.")
    }
    if !address.isEmpty, !ticket || peer != nil {
      throw ValidationError("--address works only with a --ticket that is printed: leave it out.")
    }
    if let yesIf, PairAnswer(yesIf) == nil {
      throw ValidationError("--yes-if takes six digits or four words, not \(yesIf).")
    }
  }

  func run() throws {
    let client = try options.client()
    if ticket, peer == nil {
      let made = try client.call(Methods.Pairing.makeTicket) { $0.addresses = address }
      if options.json { return try Output.json(made) }
      Output.line(made.ticket)
      return
    }
    let call =
      if ticket {
        Methods.Pairing.useTicket { $0.ticket = peer ?? "" }
      } else if wait {
        Methods.Pairing.await { $0.peer = accept ?? "" }
      } else {
        Methods.Pairing.ask { $0.peer = peer ?? "" }
      }
    let sitting = PairSitting(
      client: client, json: options.json, answer: yesIf.flatMap { PairAnswer($0) },
      asksPerson: !ticket)
    try sitting.run(call)
  }
}

/// A code that a script was told beforehand: six digits, or four words.
struct PairAnswer {
  private let text: String

  /// Reads what a person wrote, whatever stands between digits and words; nil for anything else.
  init?(_ written: String) {
    let words = written.lowercased().split { !$0.isLetter && !$0.isNumber }
    let digits = words.joined()
    if digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
      text = digits
    } else if words.count == 4, digits.allSatisfy(\.isLetter) {
      text = words.joined(separator: "-")
    } else {
      return nil
    }
  }

  /// Whether it is the code that is shown.
  func fits(_ view: PairView) -> Bool { text == view.digits || text == view.words }
}

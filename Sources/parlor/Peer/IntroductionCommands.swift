import ArgumentParser
import Client
import Commands
import FoundationEssentials
import Identifiers
import IntroductionSchema
import Schema
import Terminal

/// `parlor peer introduce`.
struct PeerIntroduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "introduce",
    abstract: "Introduce two of your friends, so that they can trust each other without a code.",
    discussion: """
      Each of them is told once, in a room with you, what the other is called, its key and where it was reached. Nothing \
      is trusted before they confirm it themselves, and nothing is taken back by itself.

      EXAMPLE
        parlor peer introduce ada grace
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "A friend that you have paired with.")
  var first: String

  @Argument(help: "Another one.")
  var second: String

  @Option(help: ArgumentHelp("What you say of them.", valueName: "text"))
  var note = ""

  func run() throws {
    let client = try options.client()
    let peers = try client.call(Methods.Peers.list).peers
    let (one, other) = (try Self.friend(first, peers), try Self.friend(second, peers))
    guard one.id != other.id else {
      throw CommandFailure(SessionEnd.refused, "That is the same friend twice: name another one.")
    }
    var made: [IntroductionView] = []
    for (friend, third) in [(one, other), (other, one)] {
      let author = friend.accounts.first ?? ""
      try client.call(Methods.Rooms.make) {
        $0.people = [author]
        $0.direct = true
      }
      let note = note
      made.append(
        try client.call(Methods.Introductions.make) {
          $0.to = author
          $0.introduction.node = Data(Base32.decode(third.id) ?? [])
          $0.introduction.author = Data(third.accounts.first.flatMap { Base32.decode($0) } ?? [])
          $0.introduction.name = third.name
          $0.introduction.addresses = Array(third.addresses.prefix(8))
          $0.introduction.note = note
        })
    }
    if options.json {
      for view in made { try Output.json(view) }
      return
    }
    Output.line(
      "\(one.name.plain) and \(other.name.plain) are told of each other: `parlor peer introductions` shows it to them."
    )
  }

  private static func friend(_ text: String, _ peers: [PeerView]) throws -> PeerView {
    let found = peers.filter { peer in
      peer.paired
        && (peer.name.lowercased() == text.lowercased() || !text.isEmpty && peer.id.hasPrefix(text))
    }
    guard let peer = found.first, found.count == 1, !peer.accounts.isEmpty else {
      throw CommandFailure(
        SessionEnd.refused,
        found.count > 1
          ? "\(found.count) friends fit \(text.plain): give more letters of the id."
          : "You have not paired with \(text.plain), or never met: `parlor peer list` shows your friends."
      )
    }
    return peer
  }
}

/// `parlor peer introductions`.
struct PeerIntroductionsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "introductions", abstract: "List the people that your friends introduce.",
    discussion: """
      Those that you have not answered come first. Of many the first \(PeopleChoice.few) are listed and the others counted; \
      --json prints all.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "Only those whose name, words or id begin so; any word of a name counts.", valueName: "name"))
  var find = ""

  @Flag(
    help:
      "List everybody, however many they are: also people that you have paired with, and your own introductions."
  )
  var all = false

  static let method = Methods.Introductions.list
  func fill(_ request: inout ListIntroductions) { request.all = all }
  func lines(_ list: IntroductionList) -> [String] {
    if list.introductions.isEmpty {
      return ["Nobody is introduced to you: a friend does it with `parlor peer introduce`."]
    }
    let canMeet = list.introductions.contains { !$0.own && !$0.awaited }
    let choice = PeopleChoice(find: find, all: all)
    return PairText.introduced(list.introductions, choice).shown
      + (canMeet ? ["`parlor peer meet NAME` trusts one of them."] : [])
  }
}

/// `parlor peer meet`.
struct PeerMeetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meet", abstract: "Trust somebody that a friend introduces.",
    discussion: """
      The node that your friend names is trusted once it shows the account that your friend names, and not before. The four \
      words are those of that account: they are shown again when the node is there.

      EXAMPLE
        parlor peer meet grace
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The person's name or the beginning of an id.")
  var person: String

  @Flag(help: "Do not ask first.")
  var yes = false

  func run() throws {
    let client = try options.client()
    let waiting = try client.call(Methods.Introductions.list).introductions
    let found = waiting.filter { view in
      view.name.lowercased() == person.lowercased()
        || !person.isEmpty && (view.node.hasPrefix(person) || view.author.hasPrefix(person))
    }
    guard let view = found.last, Set(found.map { [$0.node, $0.author] }).count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        found.isEmpty
          ? "No friend introduces \(person.plain): `parlor peer introductions` lists those who are."
          : "Several people fit \(person.plain): give the beginning of the id.")
    }
    guard !view.author.isEmpty else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(view.by.plain) names no account of \(view.name.plain), so nobody can tell whose node it is: ask for another introduction, or compare words with `parlor peer pair`."
      )
    }
    if !yes {
      try Confirmation.ask(
        "Trust \(view.name.plain)\(PairText.taken(view)) (\(view.words.plain)) on the word of \(view.by.plain)?",
        isScript: options.json, action: "Trusting somebody", refusal: "Nobody new is trusted.")
    }
    let peer = try client.call(Methods.Peers.trust) {
      $0.node = view.node
      $0.author = view.author
      $0.name = view.name
      $0.addresses = view.addresses
    }
    try options.show(
      peer,
      peer.paired
        ? "\(view.name.plain) (\(peer.words.plain)) is trusted here. The other side trusts you once its person says so too."
        : "\(view.name.plain) is trusted once their node is here and shows the words \(peer.awaitedWords.plain): `parlor peer list` tells. The other side trusts you once its person says so too."
    )
  }
}

import IntroductionSchema
import Schema
import Testing
import TournamentSchema

@testable import Terminal

@Suite("50: two hundred people are no two hundred lines")
struct PeopleChoiceTests {
  private static let first = [
    "Ada", "Bo", "Cleo", "Dagny", "Émile", "Finn", "Gudrun", "Hana", "Ivo", "Jun",
  ]

  /// Two hundred nodes in the order of their ids; each seventh is paired, each third online.
  private static let peers = (0..<200).map { number in
    PeerView.with {
      $0.id = "node\(number)aaaaaaaa"
      $0.name = "\(first[number % 10]) van \(number)"
      $0.words = "lake-table-onion-\(number)"
      $0.paired = number % 7 == 6
      $0.online = number % 3 == 0
    }
  }

  private static let room = RoomView.with {
    $0.id = "roomaaaa"
    $0.name = "lobby"
    $0.members = peers.map { peer in
      .with {
        ($0.name, $0.author, $0.words) = (peer.name, peer.id, peer.words)
        ($0.paired, $0.online, $0.own) = (peer.paired, peer.online, peer.id == "node150aaaaaaaa")
        $0.here = peer.online && !$0.own
      }
    }
  }

  private func text(_ choice: PeopleChoice = PeopleChoice()) -> [String] {
    Overview.lines(of: Self.peers, choice).map(\.text)
  }

  @Test("the first twenty are listed, those with news first, then those who are paired and here")
  func first() {
    var peers = Self.peers
    peers[199].trustProblem = "it shows another account"
    let lines = Overview.lines(of: peers, PeopleChoice()).map(\.text)
    #expect(lines.count == PeopleChoice.few + 1)
    #expect(lines[0].contains("it shows another account"))
    let paired = lines.dropFirst().prefix(19)
    #expect(paired.allSatisfy { $0.contains("  paired") })
    let online = paired.map { $0.contains("online") }
    #expect(online == online.sorted { $0 && !$1 } && online.contains(true))
    #expect(lines.last == "  and 180 more: --find NAME finds one, --all lists all.")
  }

  @Test("nobody is left out of all, and twenty are listed without a count")
  func everybody() {
    let lines = text(PeopleChoice(all: true))
    #expect(lines.count == 200)
    for peer in Self.peers { #expect(lines.contains { $0.contains(peer.name) }) }
    let few = Overview.lines(of: Array(Self.peers.prefix(20)), PeopleChoice()).map(\.text)
    #expect(few.count == 20 && !few.contains { $0.contains("more") })
  }

  @Test(
    "somebody is found by a word of the name, whatever its case and marks, by the words and by the id",
    arguments: [
      ("emile van 94", 1), ("EMILE", 20), (" van 150 ", 1), ("150", 1), ("lake-table-onion-42", 1),
      ("node33aaaa", 1), ("mile", 0), ("nobody", 0),
    ])
  func found(find: String, count: Int) {
    let lines = text(PeopleChoice(find: find))
    if count == 0 {
      #expect(lines == ["  Nobody of 200 people is called \(find)."])
    } else {
      #expect(lines.count == count, "\(lines)")
    }
  }

  @Test("where many have the name that is looked for, those are cut as well")
  func manyFound() {
    let lines = text(PeopleChoice(find: "van"))
    #expect(lines.count == PeopleChoice.few + 1)
    #expect(lines.last?.contains("and 180 more") == true)
    #expect(text(PeopleChoice(find: "van", all: true)).count == 200)
  }

  @Test("of the members of a room we come first, and those who are here before those who are away")
  func members() {
    let lines = MessageText.members(of: Self.room, PeopleChoice()).map(\.text)
    #expect(lines.count == PeopleChoice.few + 1)
    #expect(lines[0].contains("you"))
    let all = MessageText.members(of: Self.room, PeopleChoice(all: true)).map(\.text)
    #expect(all.count == 200)
    #expect(all.suffix(100).allSatisfy { $0.contains("away") })
    #expect(MessageText.activity(in: Self.room).text.contains(" more"))
    #expect(MessageText.activity(in: Self.room).text.utf8.count < 300)
  }

  @Test(
    "in a chat /who takes no more rows than there are, and finds one of many",
    arguments: [8, 12, 24, 60])
  func who(rows: Int) {
    let size = ScreenSize(columns: 80, rows: rows)
    var session = ChatSession(Self.room, style: ChatExamples.style)
    _ = session.handle(.size(size))
    _ = session.enter("/who")
    let lines = session.lines(size).map(\.text)
    #expect(lines.count == rows)
    if rows > 8 {
      #expect(lines.contains { $0.contains("In lobby") })
      #expect(lines.contains { $0.contains("Ada van 150") })
      #expect(lines.contains { $0.contains(" more: /who NAME finds one.") })
    }
    _ = session.enter("/who emile van 94")
    if rows > 8 { #expect(session.lines(size).contains { $0.text.contains("Émile van 94") }) }
  }

  @Test("two hundred tables offered are cut as well, and --all lists them")
  func tables() {
    let tables = Self.peers.map { peer in
      TableView.with {
        ($0.id, $0.phase, $0.host.name) = (peer.id, .offered, peer.name)
      }
    }
    let lines = TableListText(tables).lines(completed: true).map(\.text)
    #expect(lines.count == PeopleChoice.few + 2)
    #expect(lines.last == "  and 180 more: --all lists them.")
    #expect(TableListText(tables).lines(completed: true, all: true).count == 201)
    let size = ScreenSize(columns: 80, rows: 24)
    let screen = OffersScreen(tables, message: "").lines(size, style: ChatExamples.style)
    #expect(screen.count == size.rows)
    #expect(screen.contains { $0.text.contains(" more: `parlor war join NAME` asks one of them.") })
  }

  @Test("P-21: of many who are introduced those who wait for a yes come first, and one is found")
  func introductions() {
    let views = Self.peers.enumerated().map { number, peer in
      IntroductionView.with {
        ($0.name, $0.node, $0.words, $0.by) = (peer.name, peer.id, peer.words, "Zoe")
        ($0.own, $0.awaited) = (number < 100, number >= 100 && number < 185)
      }
    }
    func shown(_ choice: PeopleChoice) -> [String] {
      PairText.introduced(views, choice).map(\.text)
    }
    let lines = shown(PeopleChoice())
    #expect(lines.count == PeopleChoice.few + 1)
    #expect(!lines.prefix(15).contains { $0.contains("trusted once") })
    #expect(lines[0].hasPrefix("  Finn van 185 (lake-table-onion-185), introduced by Zoe"))
    #expect(lines[15].hasPrefix("  Ada van 100 ") && lines[15].contains("trusted once its node"))
    #expect(lines.last == "  and 180 more: --find NAME finds one, --all lists all.")
    #expect(shown(PeopleChoice(all: true)).count == 200)
    #expect(shown(PeopleChoice(find: "emile van 94")).count == 1)
    #expect(shown(PeopleChoice(find: "Zoe")) == ["  Nobody of 200 people is called Zoe."])
  }

  /// A draft with the hundred entrants that a tournament can have.
  private static let draft = TournamentView.with {
    $0.name = "Summer"
    $0.entrants = peers.prefix(100).enumerated().map { number, peer in
      .with {
        ($0.number, $0.name) = (UInt32(number), peer.name)
        $0.club = number == 70 ? "Rooks" : ""
      }
    }
  }

  @Test("43 T-2: of a hundred entrants twenty are listed, in a draft as well, and one is found")
  func entrants() {
    let lines = TournamentText.entrants(Self.draft)
    #expect(lines.count == PeopleChoice.few + 2)
    #expect(lines[1].contains("#1  Ada van 0") && lines[20].contains("#20  Jun van 19"))
    let more =
      "  and 80 more: `parlor tournament show` finds one with --find NAME and lists all with --all."
    #expect(lines.last == more)
    #expect(TournamentText.lines(of: Self.draft).contains(more))
    #expect(TournamentText.entrants(Self.draft, .everybody).count == 101)
    for find in ["rooks", "van 70", "#71"] {
      let found = TournamentText.entrants(Self.draft, PeopleChoice(find: find))
      #expect(found.count == 2 && found[1].contains("#71  Ada van 70  Rooks"), "\(found)")
    }
  }

  @Test(
    "an entrant that was changed is listed first, by its name or its place",
    arguments: ["Gudrun van 96", "#97", "97"])
  func changedEntrant(first: String) {
    let lines = TournamentText.entrants(Self.draft, first: first)
    #expect(lines[1].contains("#97  Gudrun van 96"))
    #expect(lines.count == PeopleChoice.few + 2)
  }

  @Test("names in a sentence are counted where they are many")
  func names() {
    #expect(PeopleChoice.names([]) == "")
    #expect(PeopleChoice.names(["Ada", "Bo"]) == "Ada, Bo")
    #expect(PeopleChoice.names(Self.first) == "Ada, Bo, Cleo, Dagny, Émile, Finn and 4 more")
  }
}

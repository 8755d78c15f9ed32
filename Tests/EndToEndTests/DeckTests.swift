import DeckSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Cards and libraries, as people and scripts keep them.
  @Suite struct DeckTests {
    @Test(
      "D-01, D-02, D-06, D-08, D-20, D-22, D-25, D-27, D-35: from the first card to a library and back"
    )
    func life() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      #expect(try await home.done("card").contains("No cards yet"))
      #expect(
        try await home.done("card", "add", "4 spilled ember")
          == "4 Spilled Ember are in the Card Box.\n")
      try await home.done("card", "add", "Attic Ghost", "--count", "2", "--finish", "foil")
      #expect(try await home.done("library").contains("No library yet"))
      #expect(
        try await home.done("library", "make", "Burn").hasPrefix("  Burn\n  0 cards, a draft"))
      try await home.done("library", "add", "Burn", "3 Spilled Ember")
      try await home.done("library", "lands", "Burn", "mountain=20", "swamp=2")
      let shown = try await home.done("library", "show", "burn")
      #expect(shown.contains("25 cards, a draft") && shown.contains("  20  Mountain"))
      #expect(
        try await home.done("card", "list")
          == "     2  Attic Ghost  foil\n     1  Spilled Ember\n  3 cards\n")
      let list = try await home.ask("library", "list", as: LibraryList.self)
      #expect(list.libraries.map(\.name) == ["Card Box", "Burn"])
      let burn = try await home.ask("library", "show", "Burn", as: LibraryView.self)
      #expect(burn.actions.count == 6 && burn.count == 25)
      #expect(
        try await home.done("library", "make", "BURN").contains("There is a library BURN already"))
      let question = try await home.run("card", "remove", "Attic Ghost")
      #expect(question.code == 2 && question.complaints.contains("--yes"))
      #expect(
        try await home.done("card", "remove", "--yes", "Attic Ghost")
          == "Attic Ghost, foil, is removed.\n")
      let check = try await home.run("library", "check", "Burn")
      #expect(check.code == 1 && check.output.contains("25 cards and needs at least 60"))
      try await home.done("library", "begin", "Burn")
      try await home.done("library", "take", "Burn", "3 Spilled Ember")
      #expect(
        try await home.done("library", "cancel", "Burn").contains("Burn is as it was before."))
      #expect(
        try await home.done("library", "hand", "Burn", "--seed", "1").split(separator: "\n").count
          == 7)
      #expect(
        try await home.done("library", "odds", "Burn", "spilled ember").contains("3 of 25 cards"))
      #expect(try await home.done("library", "stats", "Burn").contains("Instant"))
      let deleted = try await home.done("library", "delete", "--yes", "Burn")
      #expect(deleted == "Burn is deleted: its 3 cards are in the Card Box again.\n")
      #expect(try await home.ask("card", "list", as: LibraryView.self).count == 5)
    }

    @Test("D-40 to D-48: files of other programs are read and written")
    func files() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let path = home.scratch + "/My Elves.txt"
      try "4 Parlor Cat\n16 Forest\nnothing\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let made = try await home.run("library", "import", path, "--owned")
      #expect(
        made.code == 1
          && made.sentences == [
            "parlor: line 3: nothing: lost: It has no number of cards in front, and no card of that name is known."
          ])
      #expect(made.output.contains("My Elves") && made.output.contains("4  Parlor Cat"))
      let formats = try await home.ask("library", "formats", as: DeckFormatViews.self).formats
        .map(\.name)
      #expect(formats.first == "text" && formats.contains("cod"))
      #expect(try await home.done("library", "formats").contains(".dec .mwDeck"))
      for format in formats {
        let file = home.scratch + "/" + format
        try await home.done("library", "export", "my elves", file, "--format", format)
        let again = try await home.ask(
          "library", "import", file, format, "--owned", as: LibraryView.self)
        #expect(again.name == format && again.count == 20, "\(format)")
      }
      #expect(try await home.done("library", "export", "my elves", "-").contains("4 Parlor Cat\n"))
      // 43 D-6: without a format, the ending of the name decides.
      let elves = home.scratch + "/elves"
      try await home.done("library", "export", "my elves", elves + ".cod")
      #expect(
        try String(contentsOfFile: elves + ".cod", encoding: .utf8).contains("<cockatrice_deck"))
      for (words, reason) in [
        ([elves + ".pdf"], "end the name in one of .cod"),
        ([elves + ".dck"], "say --format forge or xmage"),
        ([elves + ".dek", "--format", "cod"], "The format cod does not end in .dek"),
      ] {
        let said = try await home.run(["library", "export", "my elves"] + words)
        #expect(said.code == 2 && said.complaints.contains(reason), "\(said)")
      }
      let other = try await home.run(["card", "export", home.scratch + "/cards.cod"])
      #expect(other.code == 2 && other.complaints.contains("is a file in CSV"), "\(other)")
      let csv = home.scratch + "/cards.csv"
      try await home.done("card", "export", csv, "--format", "archidekt")
      let taken = try await home.ask("card", "import", csv, as: CardsView.self)
      #expect(taken.count == 4 * (1 + formats.count) && taken.format == "archidekt")
      #expect(try await home.done("undo").hasPrefix("Taken back"))
      let all = try await home.ask("card", "list", "--all", as: LibraryView.self)
      #expect(all.count == taken.count)
      let kept = try await home.run("library", "import", path, "Wishes", "--list")
      #expect(kept.code == 1 && kept.output.contains("Wishes  by "))
      #expect(try await home.done("library", "lists").contains("Wishes"))
      #expect(try await home.done("library", "missing", "wishes").contains("In libraries:"))
    }

    @Test("D-11, D-18, D-19, D-23, D-34, D-48: what cannot be done is said, with the exit code")
    func badInput() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("card", "add", "5 Spilled Ember")
      try await home.done("library", "make", "Burn")
      try await home.done("library", "add", "Burn", "4 Spilled Ember")
      let long = home.scratch + "/long"
      _ = FileManager.default.createFile(
        atPath: long, contents: Data(repeating: 0x78, count: 5 << 20))
      let bomb = home.scratch + "/bomb"
      try "<!DOCTYPE a [<!ENTITY b \"cc\">]><cockatrice_deck>&b;</cockatrice_deck>"
        .write(toFile: bomb, atomically: true, encoding: .utf8)
      let wrong: [([String], Int32, String)] = [
        (["library", "make", " "], 2, "without a name"),
        (["library", "make", "tokens"], 1, "cannot be the name"),
        (["library", "lands", "Burn", "forest=a"], 1, "is not a number of lands"),
        (["library", "lands", "Burn", "forest=-1"], 1, "is not a number of lands"),
        (["library", "lands", "Burn", "forest=1000000"], 1, "at most 250"),
        (["library", "lands", "Burn", "forest"], 2, "how many"),
        (["library", "add", "Burn", "Spilled Ember"], 1, "at most 4 copies of Spilled Ember"),
        (
          ["library", "add", "Burn", "2 Spilled Ember"], 1,
          "Only 1 Spilled Ember is in the Card Box"
        ),
        (["library", "delete", "--yes", "Card Box"], 1, "is no library"),
        (["library", "save", "Burn"], 1, "Nobody manages"),
        (["library", "show", "White Weenie"], 1, "There is no library White Weenie"),
        (["library", "export", "Burn", "-", "--format", "pdf"], 1, "no deck format pdf"),
        (["library", "import", long], 1, "more than the 4194304"),
        (["library", "import", bomb], 1, "document type"),
        (["library", "import", home.scratch + "/none"], 1, "cannot be read"),
        (["card", "import", bomb], 1, "document type"),
        (["card", "add", "  "], 2, "without a name"),
        (["card", "add", "Spilt Ember"], 1, "Did you mean Spilled Ember"),
        (["card", "add", "basic-lands"], 1, "not the name of a card"),
        (["card", "add", "Attic Ghost", "--count", "1000000"], 1, "At most 999"),
        (["card", "add", "Attic Ghost", "--count", "-1"], 2, "count"),
        (["card", "remove", "--yes", "4 Attic Ghost"], 1, "You have no card Attic Ghost"),
      ]
      for (words, code, reason) in wrong {
        let said = try await home.run(words)
        #expect(said.code == code && said.sentences.count == 1, "\(words): \(said)")
        #expect(said.complaints.contains(reason), "\(words): \(said)")
      }
      #expect(try await home.ask("card", "list", "--all", as: LibraryView.self).count == 5)
    }

    @Test("D-57: a list is shared with a room, and built there out of other cards")
    func together() async throws {
      let pair = try await Pair.linked()
      try await pair.trust()
      let room = try await pair.ada.ask("room", "make", "friends", "Berta", as: RoomView.self)
      try await holds("Berta is in the room") {
        try await pair.berta.run("room", "show", room.id).code == 0
      }
      try await pair.ada.done("card", "add", "4 Parlor Cat")
      try await pair.ada.done("library", "make", "Cats")
      try await pair.ada.done("library", "add", "Cats", "4 Parlor Cat")
      #expect(
        try await pair.ada.done("library", "share", "Cats", "friends")
          == "Cats is shared with friends as a list.\n")
      try await holds("Berta has the list") {
        try await pair.berta.run("library", "missing", "cats").code == 0
      }
      try await pair.berta.done("card", "add", "3 Parlor Cat")
      let seen = try await pair.berta.done("library", "missing", "cats")
      #expect(seen.contains("Missing:\n     1  Parlor Cat"), "\(seen)")
      let built = try await pair.berta.run("library", "build", "cats")
      #expect(built.code == 1 && built.output.contains("Missing in the Card Box:"))
      #expect(try await pair.berta.ask("library", "show", "Cats", as: LibraryView.self).count == 3)
    }

    @Test("D-39: help and the manual lead through what people do with cards, step by step")
    func walkthrough() async throws {
      let home = try Home("ada")
      for (topic, steps) in [
        ("card", ["A CARD FOR THE CARD BOX", "A CARD THAT IS NOT KNOWN HERE"]),
        ("library", ["A NEW LIBRARY", "CHANGING AND DELETING ONE"]),
      ] {
        let help = try await home.done("help", topic)
        for step in steps { #expect(help.contains("STEP BY STEP: \(step)"), "\(help)") }
      }
      let manual = try await home.done("manual")
      #expect(manual.contains("STEP BY STEP"), "\(manual.prefix(200))")
    }
  }
}

import DuelSchema
import TestKit
import Testing

@testable import Duel

/// Cards that an ask sends to the graveyard: each is proven on the way.
@Suite struct DuelMillTests {
  @Test("Milled cards are opened with their proof and lie in the graveyard, top first")
  func mill() throws {
    var people = try TwoPeople(seed: 3, cards: 8)
    people.begin()
    people.act(1) { $0.draw(3, to: .mill, in: $1) }
    for match in people.views {
      let objects = match.table(of: 1).objects(in: .graveyard)
      #expect(objects.count == 3)
      for number in objects {
        let object = try #require(match.table(of: 1).objects[number])
        #expect(object.owner == 1 && !object.isDown && !object.name.isEmpty)
      }
      #expect(match[1].pocket.looked.count == 0 && match[1].pocket.library.slots.count == 5)
      #expect(match[1].owed.isEmpty && match[1].milled.isEmpty)
    }
    #expect(people.refused.isEmpty)
    #expect(people.isConserved(1))
  }

  @Test("An undo lays milled cards back into the library, and nothing is owed")
  func undone() throws {
    var people = try TwoPeople(seed: 4, cards: 8)
    people.begin()
    let kept = people.lengths
    people.act(1) { $0.draw(2, to: .mill, in: $1) }
    people.undo(2, to: kept)
    #expect(people.views[0][1].pocket.library.slots.count == 8)
    #expect(people.views[0].table(of: 1).objects.isEmpty)
    #expect(people.views[0][1].owed.isEmpty && people.views[0][1].milled.isEmpty)
    #expect(people.isConserved(1))
  }
}

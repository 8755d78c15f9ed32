import Node
import Testing

@testable import Discovery

@Suite("The node is told of each instance once, and of its end")
struct SightingsTests {
  private func sighting(_ instance: String, port: Int = 1, prefix: String = "") -> Sighting {
    Sighting(instance: instance, nodePrefix: prefix, addresses: ["10.0.0.7:\(port)"])
  }

  private func text(_ inputs: [Input]) -> [String] {
    inputs.map {
      switch $0 {
      case .discovered(let sighting): "+\(sighting.instance) \(sighting.addresses[0])"
      case .lost(let instance): "-\(instance)"
      default: "?"
      }
    }
  }

  @Test("the same again is no news, a change is")
  func changes() {
    var sightings = Sightings()
    #expect(text(sightings.found(sighting("Ada"))) == ["+Ada 10.0.0.7:1"])
    #expect(text(sightings.found(sighting("Ada"))) == [])
    #expect(text(sightings.found(sighting("Ada", port: 2))) == ["+Ada 10.0.0.7:2"])
    #expect(text(sightings.lost(instance: "Ada")) == ["-Ada"])
    #expect(text(sightings.lost(instance: "Ada")) == [])
  }

  @Test("we do not discover ourselves, also when our name was somebody else's before")
  func own() {
    var sightings = Sightings()
    sightings.ownPrefix = "me"
    #expect(text(sightings.found(sighting("Ada", prefix: "me"))) == [])
    #expect(text(sightings.found(sighting("Bo", prefix: "you"))) == ["+Bo 10.0.0.7:1"])
    #expect(text(sightings.found(sighting("Bo", prefix: "me"))) == ["-Bo"])
  }

  @Test("an interruption loses only what does not come back")
  func interruption() {
    var sightings = Sightings()
    for name in ["Ada", "Bo", "Cy"] { _ = sightings.found(sighting(name)) }
    sightings.interrupt()
    #expect(sightings.isSettling)
    #expect(text(sightings.found(sighting("Bo"))) == [])
    #expect(text(sightings.settle()) == ["-Ada", "-Cy"])
    #expect(!sightings.isSettling)
    #expect(text(sightings.settle()) == [])
  }

  @Test("a flood of instances stops at the limit, and the known ones go on")
  func flood() {
    var sightings = Sightings()
    for number in 0..<Limits.instances { _ = sightings.found(sighting("\(number)")) }
    #expect(text(sightings.found(sighting("late"))) == [])
    #expect(text(sightings.found(sighting("7", port: 9))) == ["+7 10.0.0.7:9"])
    _ = sightings.lost(instance: "7")
    #expect(text(sightings.found(sighting("late"))) == ["+late 10.0.0.7:1"])
  }
}

@Suite("What is announced is bounded and plain")
struct AnnouncedTests {
  @Test("version and id come first, control characters and long pairs go")
  func pairs() {
    let announced = Announced(
      Advertisement(
        name: "Ada\n\u{1b}[1m",
        text: [
          "id": "abc", "a": "1\t2", "v": "1", "": "x", "z": String(repeating: "z", count: 300),
        ]))
    #expect(announced.name == "Ada[1m")
    #expect(announced.pairs == ["v=1", "id=abc", "a=12"])
  }

  @Test("a name of nothing becomes one")
  func nameless() {
    #expect(Announced(Advertisement(name: "\u{7}", text: [:])).name == "Parlor")
  }

  @Test("a name is cut between characters, and a character that is longer alone between its parts")
  func long() {
    func name(_ wanted: String) -> String {
      Announced(Advertisement(name: wanted, text: [:])).name
    }
    #expect(name(String(repeating: "é", count: 600)) == String(repeating: "é", count: 512))
    // One octet, then two for each accent: 1,023 of 1,024.
    #expect(name("e" + String(repeating: "\u{301}", count: 700)).unicodeScalars.count == 512)
  }

  @Test("only what changed is said")
  func commands() {
    let ada = Announced(Advertisement(name: "Ada", text: ["v": "1"]))
    let bo = Announced(Advertisement(name: "Bo", text: ["v": "1"]))
    let more = Announced(Advertisement(name: "Bo", text: ["v": "1", "id": "x"]))
    #expect(ada.commands(after: ada) == "")
    #expect(bo.commands(after: ada) == "name Bo\n")
    #expect(more.commands(after: bo) == "text v=1\tid=x\n")
  }
}

import TestKit
import Testing

@testable import Neighbours

@Suite("Adds and removes are counted")
struct DirectoryTests {
  private func key(_ name: String = "Ada", on index: UInt32 = 2) -> ServiceKey {
    ServiceKey(name: name, domain: "local.", interface: Interface(index: index))
  }

  private func resolved(_ addresses: String..., port: UInt16 = 1) -> Resolved {
    Resolved(
      host: "ada.local.", port: port, text: ["v": "1"],
      addresses: Set(addresses.map { Reachable(rank: $0.contains(":") ? 1 : 0, text: $0) }))
  }

  private func instance(_ addresses: String..., port: UInt16 = 1) -> Instance {
    Instance(
      name: "Ada", host: "ada.local.", port: port, addresses: addresses, text: ["v": "1"])
  }

  @Test("P-02: IPv4 and IPv6 each add and remove: it is gone with the last")
  func families() {
    var directory = Directory()
    #expect(directory.appeared(key()) == [.resolve(key())])
    #expect(directory.appeared(key()) == [])
    #expect(
      directory.resolved(key(), resolved("10.0.0.7")) == [.tell(.found(instance("10.0.0.7")))])
    #expect(directory.vanished(key()) == [])
    #expect(directory.vanished(key()) == [.forget(key()), .tell(.lost(instance: "Ada"))])
    #expect(directory.vanished(key()) == [])
  }

  @Test("P-07: two interfaces are one instance with the addresses of both")
  func interfaces() {
    var directory = Directory()
    _ = directory.appeared(key(on: 2))
    _ = directory.appeared(key(on: 3))
    _ = directory.resolved(key(on: 3), resolved("fd00::7", "10.1.0.7"))
    #expect(
      directory.resolved(key(on: 2), resolved("10.0.0.7"))
        == [.tell(.found(instance("10.0.0.7", "10.1.0.7", "fd00::7")))])
    #expect(
      directory.vanished(key(on: 2))
        == [.forget(key(on: 2)), .tell(.found(instance("10.1.0.7", "fd00::7")))])
    #expect(
      directory.vanished(key(on: 3)) == [.forget(key(on: 3)), .tell(.lost(instance: "Ada"))])
  }

  @Test("what was never told is not lost, and late answers are ignored")
  func silence() {
    var directory = Directory()
    _ = directory.appeared(key())
    #expect(directory.vanished(key()) == [.forget(key())])
    #expect(directory.resolved(key(), resolved("10.0.0.7")) == [])
    _ = directory.appeared(key())
    #expect(directory.resolved(key(), resolved()) == [])
  }

  @Test("the same answer again is no news")
  func repetition() {
    var directory = Directory()
    _ = directory.appeared(key())
    _ = directory.resolved(key(), resolved("10.0.0.7"))
    #expect(directory.resolved(key(), resolved("10.0.0.7")) == [])
    #expect(
      directory.resolved(key(), resolved("10.0.0.7", port: 2))
        == [.tell(.found(instance("10.0.0.7", port: 2)))])
  }

  @Test("names that break the standard and names past the limit are ignored")
  func bounded() {
    var directory = Directory()
    #expect(directory.appeared(key("A\u{1b}[2J")) == [])
    #expect(directory.appeared(key("")) == [])
    for number in 0..<Limits.instances { _ = directory.appeared(key("\(number)")) }
    #expect(directory.appeared(key("late")) == [])
    #expect(directory.appeared(key("7", on: 3)) == [.resolve(key("7", on: 3))])
    #expect(directory.vanished(key("late")) == [])
  }

  @Test("any order of events agrees with counting by hand", arguments: 0..<200)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var directory = Directory()
    var adds: [ServiceKey: Int] = [:]
    var told: Set<String> = []
    for _ in 0..<200 {
      let key = key(
        ["Ada", "Bo"].randomElement(using: &generator) ?? "Ada",
        on: UInt32.random(in: 1...2, using: &generator))
      let steps: [Directory.Step]
      switch Int.random(in: 0...2, using: &generator) {
      case 0:
        adds[key, default: 0] += 1
        steps = directory.appeared(key)
        #expect((steps == [.resolve(key)]) == (adds[key] == 1), "seed \(seed)")
      case 1:
        adds[key] = max(0, adds[key, default: 0] - 1)
        steps = directory.vanished(key)
      default:
        steps = directory.resolved(key, resolved("10.0.0.\(key.interface.index)"))
      }
      for step in steps {
        if case .tell(.found(let instance)) = step { told.insert(instance.name) }
        if case .tell(.lost(let name)) = step {
          #expect(told.remove(name) != nil, "lost before found, seed \(seed)")
        }
      }
      for name in ["Ada", "Bo"] where told.contains(name) {
        let count = adds.filter { $0.key.name == name }.values.reduce(0, +)
        #expect(count > 0, "\(name) is told and gone, seed \(seed)")
      }
    }
  }
}

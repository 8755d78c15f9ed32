import Features
import Foundation
import Store
import Testing

@testable import Daemon

/// Names of homes whose people have chosen none.
@Suite final class MachineNameTests {
  private let place = NSTemporaryDirectory() + "/parlor-names." + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: place) }

  private func store(_ name: String) throws -> Store {
    let home = "\(place)/\(name)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    return try Store(home: home, .parlor)
  }

  @Test("People 7: a second home on one machine proposes another name, and keeps it")
  func twoHomes() throws {
    let (first, second) = (try store("first"), try store("second"))
    let name = try MachineName.take(home: "\(place)/first", first)
    let other = try MachineName.take(home: "\(place)/second", second)
    #expect(name != other && other.contains("-"))
    #expect(try MachineName.take(home: "\(place)/second", second) == other)
    let kept = try second.read { try $0.meta("default-name") }
    #expect(kept == Data(other.utf8))
    let third = try store("third")
    try third.turn { try $0.setSetting("name", "Cyd") }
    #expect(try !MachineName.take(home: "\(place)/third", third).isEmpty)
    #expect(try third.read { try $0.meta("default-name") } == nil, "its name was chosen")
  }
}

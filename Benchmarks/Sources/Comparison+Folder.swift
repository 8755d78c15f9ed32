import Client
import Foundation
import Schema

extension Comparison {
  /// A calendar folder that is empty, and the events of a home that come into it.
  static func folder(of daemon: DaemonProcess, _ count: Int, _ places: Places) -> Comparison {
    Comparison(
      title: "a calendar folder filled with 10,000 files", unit: .milliseconds,
      target: .ratio(required: 2, goal: 1.5),
      limit: Limit(title: "C, 10,000 small files, synced") { _ in
        try places.limit("files", places.scratch, "\(count)").run().milliseconds
      }, turns: 5
    ) { turn in
      let path = "\(places.scratch)/folder\(turn)"
      func set(_ value: String) throws {
        try daemon.client.call(Methods.Node.set) {
          ($0.key, $0.value) = ("calendar-folder", value)
        }
      }
      let start = ContinuousClock.now
      try set(path)
      while true {
        let calendar = try daemon.client.call(Methods.Node.status).calendar
        if calendar.folder == path, Int(calendar.files) == count { break }
        if !calendar.problem.isEmpty { throw ProgramError(description: calendar.problem) }
        sleep(milliseconds: 5)
      }
      let took = (ContinuousClock.now - start).seconds * 1e3
      try set("off")
      while try !daemon.client.call(Methods.Node.status).calendar.folder.isEmpty {
        sleep(milliseconds: 5)
      }
      // The files stay until the end: an ext4 without a journal looks long for inodes where many were just deleted.
      return took
    }
  }
}

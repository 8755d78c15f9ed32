import Schema
import Terminal
import Testing

@Suite struct OverviewTests {
  @Test("P-15: what others fill of the disk is named, the greatest first and the rest together")
  func shares() {
    let shares = (1...10).map { number in
      ShareView.with {
        ($0.node, $0.name) = ("abcdefghijkl", number == 2 ? "" : "Bob\u{1b}[2J \(number)")
        ($0.role, $0.used, $0.limit) = ("paired", 3 << 20, 512 << 20)
      }
    }
    let lines = ShareText.lines(of: shares)
    #expect(lines.count == 9)
    #expect(lines[0].hasSuffix("1 (paired): 3.0 MiB of 512.0 MiB") && !lines[0].contains("\u{1b}"))
    #expect(lines[1].hasPrefix("abcdefgh (paired)"))
    #expect(lines[8] == "2 more: 6.0 MiB together")
    #expect(FileText.size(.max).hasSuffix(" MiB"))
  }

  @Test("People 5: just after its start the daemon looks for others, and nothing is wrong yet")
  func starting() {
    let status = StatusView.with { $0.discoveryProblem = StatusView.discoveryStarts }
    let text = OverviewExamples.lines { $0.status = status }
    #expect(text.contains("Looking for others on this network ..."))
    #expect(!text.joined().contains("not found") && !text.joined().contains("DNS-SD"))
    let fields = Overview.lines(of: status).map(\.text)
    #expect(fields.contains { $0.hasPrefix("discovery") && $0.hasSuffix("starting") })
  }

  @Test(
    "45.5: a node that runs the old version after an upgrade is named, with the command that starts the new one"
  )
  func outdated() {
    let text = OverviewExamples.lines {
      $0.status.discovery = true
      $0.isOutdated = true
    }
    let words = text.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(
      words.contains(
        "Parlor was upgraded, and your node still runs the old version: `parlor stop --restart`"))
    #expect(text.allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(!OverviewExamples.lines { _ in }.joined().contains("upgraded"))
  }

  @Test("C-25: each room is a line with what is unread, safe to print") func rooms() {
    var quiet = ChatExamples.room
    quiet.name = "quiet"
    quiet.members = []
    var busy = ChatExamples.room
    busy.name = "busy\u{1b}[2J\u{202e}"
    busy.unread = 3
    busy.lastMilliseconds = 1_790_000_000_000
    var full = busy
    full.name = "full"
    full.unread = 1000
    let lines = OverviewExamples.lines { $0.rooms = [busy, full, quiet] }
    #expect(lines.contains { $0.contains("quiet") && $0.contains("nothing said yet") })
    #expect(lines.contains { $0.contains("busy[2J") && $0.contains("3 unread") })
    #expect(lines.contains { $0.contains("999+ unread") && $0.contains("here: Bob") })
  }

  @Test(
    "invariant 10: any number of bytes that others name can be shown",
    arguments: [
      (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (1_535, "1.5 KiB"),
      (1_048_575, "1024.0 KiB"),
      (4 << 20, "4.0 MiB"), (UInt64.max / 10 + 1, "1759218604441.6 MiB"),
      (.max, "17592186044416.0 MiB"),
    ] as [(UInt64, String)])
  func size(bytes: UInt64, text: String) {
    #expect(FileText.size(bytes) == text)
  }
}

import Schema
import Terminal
import Testing

@Suite struct OverviewTests {
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
    let overview = Overview(
      status: StatusView(), peers: [], tables: [], rooms: [quiet, busy, full])
    let lines = overview.lines().map(\.text)
    #expect(lines.contains { $0.contains("quiet") && $0.contains("nothing said yet") })
    #expect(lines.contains { $0.contains("busy[2J") && $0.contains("3 unread") })
    #expect(lines.contains { $0.contains("999+ unread") && $0.contains("here: Bob") })
  }
}

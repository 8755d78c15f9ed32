import Testing

@testable import Events

/// Time zones as calendar files describe them.
@Suite struct CalendarZoneTests {
  @Test(
    "E-65: a zone is described as its file, and other programs, have it",
    arguments: [
      "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "Africa/Cairo",
    ])
  func described(name: String) throws {
    let start = 1_798_131_600_000 as Int64
    let lines = CalendarZones.component(name, own: "", around: start)
    let zone = try #require(FileZone(Array(lines.dropFirst().dropLast())))
    let calendar = try EventCalendar(zone: name)
    for day in 0..<1_500 {
      let wall = calendar.wall(of: start) + Int64(day) * 86_400
      #expect(zone.instant(wall: wall) == calendar.instant(wall: wall), "\(name) \(day)")
    }
  }

  @Test(
    "E-65: a zone is described with all rules that it has had since the first date of an event that still comes",
    arguments: [
      "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Africa/Casablanca", "Asia/Kolkata",
    ])
  func describedSince(name: String) throws {
    let start = 769_000_000_000 as Int64
    let lines = CalendarZones.component(name, own: "", around: start)
    let zone = try #require(FileZone(Array(lines.dropFirst().dropLast())))
    let calendar = try EventCalendar(zone: name)
    // From May 1994 to the end of 2037, at noon: an hour that comes twice is a matter of its own.
    let noon = calendar.wall(of: start) / 86_400 * 86_400 + 43_200
    for day in stride(from: Int64(0), to: 15_900, by: 3) {
      let wall = noon + day * 86_400
      #expect(zone.instant(wall: wall) == calendar.instant(wall: wall), "\(name) \(day)")
    }
    #expect(lines.count < 500, "\(lines.count)")
  }
}

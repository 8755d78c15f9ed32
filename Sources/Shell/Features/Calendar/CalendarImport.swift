import Calendars
import Events
import EventSchema
import Feature
import FoundationEssentials
import Node
import Schema

extension CalendarWork {
  /// Takes a calendar file for screens that cannot read one, such as the page (`Events.TakeFile`).
  static func take(_ request: TakeCalendar, _ host: OutsideHost) async throws -> TakenCalendar {
    let bytes = try await host.upload(request.blob)
    return try await aside { try take(bytes, request, host) }
  }

  /// The most commands that are given to the node at once.
  private static let mostAtOnce = 256

  private static func take(
    _ bytes: Data, _ request: TakeCalendar, _ host: OutsideHost
  ) throws -> TakenCalendar {
    let zone = request.zone.isEmpty ? OwnZone.name : ZoneText.name(request.zone) ?? request.zone
    var file: CalendarFile
    do {
      file = try CalendarFile(zone: zone)
    } catch {
      throw Refused(.invalid, "\(error)")
    }
    file.take(bytes)
    file.finish()
    guard file.isText else {
      throw Refused(
        .invalid, "The file is not encoded in UTF-8: save or export it again in that encoding.")
    }
    guard file.isCalendar else {
      throw Refused(
        .invalid,
        "It is not a calendar file: export one in iCalendar format (.ics) from your calendar program."
      )
    }
    let room = request.room.isEmpty ? nil : request.room
    var taking = try CalendarTaking(room: room, keep: { try keep($0, host) }) { calls in
      // Others may put commands into the mailbox meanwhile.
      stride(from: 0, to: calls.count, by: mostAtOnce).flatMap { start in
        wait(for: Array(calls[start..<min(start + mostAtOnce, calls.count)]), host)
      }
    }
    try taking.take(file)
    return .with {
      $0.made = UInt32(taking.made)
      $0.changed = UInt32(taking.changed)
      $0.same = UInt32(taking.same)
      $0.report = taking.report
    }
  }
}

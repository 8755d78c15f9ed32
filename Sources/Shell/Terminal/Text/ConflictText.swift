import Events
import EventSchema
import Schema
import SwiftProtobuf

/// The changes that two people made at once, as lines of text (row P-26).
public enum ConflictText {
  /// The conflicts, each with its sides.
  ///
  /// - Parameter calendar: that of the reader's time zone.
  public static func lines(of conflicts: [ConflictView], _ calendar: EventCalendar) -> [Line] {
    guard !conflicts.isEmpty else {
      return [Line("Nothing was changed by two people at once.")]
    }
    return conflicts.flatMap { conflict in
      var head = Line("\(ShortID.text(conflict.record))  ")
      head.add(conflict.title.plain, .bold)
      head.add("  \(field(conflict.fieldName))  ")
      head.add(conflict.roomName.plain, .faint)
      let shown = conflict.sides.first?.author
      let sides = conflict.sides.map { side in
        var line = Line("  \(side.number)  \(value(side.value, of: conflict.fieldName, calendar))")
        // What a program changed in a file, and what its own person had changed meanwhile.
        let how = side.number > 1 ? side.author == shown ? " before" : "" : " · shown"
        line.add("  \(side.name.plain)\(how)", .faint)
        return line
      }
      return [head] + sides
    }
  }

  /// The name of a field in words: "count up".
  public static func field(_ name: String) -> String {
    name.plain.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }

  /// A value in words.
  ///
  /// - Parameter field: the name of its field.
  static func value(_ json: String, of field: String, _ calendar: EventCalendar) -> String {
    if json.isEmpty { return "(nothing)" }
    if let words = known(json, of: field, calendar) { return words.plain }
    if let time = try? EventTime(jsonString: json), !time.zone.isEmpty {
      return calendar.text(EventRules.bounded(time).milliseconds)
    }
    if let money = try? Money(jsonString: json), !money.currency.isEmpty {
      return BudgetRules.text(money).plain
    }
    switch (try? Google_Protobuf_Value(jsonString: json))?.kind {
    case .stringValue(let text)?: return text.plain
    case .boolValue(let isSo)?: return isSo ? "yes" : "no"
    default: return json.plain
    }
  }

  /// A value as people write it, of a field in which programs write it otherwise; nil for any other.
  private static func known(
    _ json: String, of field: String, _ calendar: EventCalendar
  ) -> String? {
    let value = try? Google_Protobuf_Value(jsonString: json)
    // Long numbers are texts in JSON.
    let number = value.flatMap {
      $0.stringValue.isEmpty ? Int64(exactly: $0.numberValue) : Int64($0.stringValue)
    }
    switch field {
    case "completed":
      return number.map { instant in
        calendar.text(EventRules.bounded(.with { $0.milliseconds = instant }).milliseconds)
      }
    case "minutes": return number.map { ClockText.duration(milliseconds: $0 * 60_000) }
    case "percent": return number.map { "\($0) %" }
    case "status": return value.map { status($0.stringValue) }
    case "calendar", "zones":
      let lines = value?.stringValue.split(separator: "\n") ?? []
      return Count.of(lines.count, "line") + " of a calendar file: "
        + lines.prefix(4).map { $0.prefix { $0 != ":" && $0 != ";" } }.joined(separator: ", ")
    default: return nil
    }
  }

  /// The name of a state in words: "TO_DO_STATUS_IN_PROCESS" is "in process".
  private static func status(_ name: String) -> String {
    let words = name.split(separator: "_").drop { $0 != "STATUS" }.dropFirst()
    let text = words.joined(separator: " ").lowercased()
    return text == "unspecified" || text.isEmpty ? "(nothing)" : text
  }
}

import Events
import Schema
import SwiftProtobuf

/// The changes that two people made at once, as lines of text (row P-26).
public enum ConflictText {
  /// The conflicts, each with its sides.
  ///
  /// - Parameter calendar: of the time zone of whoever reads.
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
        var line = Line("  \(side.number)  \(value(side.value, calendar))")
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
  static func value(_ json: String, _ calendar: EventCalendar) -> String {
    if json.isEmpty { return "(nothing)" }
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
}

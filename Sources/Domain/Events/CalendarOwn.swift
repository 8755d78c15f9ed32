import EventSchema
import Schema

/// The part of an event or a to-do in a calendar file that only Parlor reads: RFC 5545 has no property for it (rows E-51, E-59).
///
/// It stands in files that are exported, as X- lines that other programs keep or drop, and never in a calendar folder, from
/// which others may take files to a server.
public struct CalendarOwn: Equatable, Sendable {
  /// Whether an event shows how long ago it was; nil where the file does not say it.
  public var countUp: Bool?
  /// The costs of an event.
  public var costs: [CalendarCost] = []
  /// The person who should do something.
  public var assignee: CalendarPerson?
  /// Whether our person keeps a to-do of a shared event to itself.
  public var isPersonal = false

  private static let countUpName = "X-PARLOR-COUNT-UP"
  private static let costName = "X-PARLOR-COST"
  private static let assigneeName = "X-PARLOR-ASSIGNEE"
  private static let personalName = "X-PARLOR-PERSONAL"

  private static let names: Set = [countUpName, costName, assigneeName, personalName]
  /// The most costs of an event that are read.
  private static let mostCosts = BudgetTable.mostRows

  /// Says nothing.
  init() {}

  /// Reads the properties of a component.
  ///
  /// - Parameter hints: takes a sentence, without its full stop, for each thing that is not understood.
  init(_ properties: [CalendarLine], _ hints: inout [String]) {
    var (unread, tooMany): ([String], Int) = ([], 0)
    for line in properties where Self.names.contains(line.name) {
      let values = OwnValues(line.value)
      switch line.name {
      case Self.countUpName: countUp = Self.isTrue(line, &hints)
      case Self.personalName: isPersonal = Self.isTrue(line, &hints) ?? false
      case Self.costName:
        guard costs.count < Self.mostCosts else {
          tooMany += 1
          continue
        }
        costs.append(CalendarCost(values))
        unread += values.names(besides: CalendarCost.names)
      default:
        assignee = values.people("ID", "NAME").first
        unread += values.names(besides: ["ID", "NAME"])
        if assignee == nil { hints.append("\(line.name) names nobody") }
      }
    }
    if tooMany > 0 {
      hints.append("It has more than \(Self.mostCosts) costs: \(tooMany) are left out")
    }
    var seen: Set<String> = []
    unread.removeAll { !seen.insert($0).inserted }
    if !unread.isEmpty {
      let names = Text.clean(unread.joined(separator: ", "), limit: 200)
      hints.append("Parlor does not know this of its own lines and leaves it out: \(names)")
    }
  }

  /// The value of a line that has two; nil for any other value.
  private static func isTrue(_ line: CalendarLine, _ hints: inout [String]) -> Bool? {
    switch line.value.uppercased() {
    case "TRUE": return true
    case "FALSE": return false
    default:
      let value = Text.clean(line.value, limit: 40)
      hints.append("\(line.name) is \"\(value)\", neither TRUE nor FALSE: left out")
      return nil
    }
  }

  /// Whether a line is one of these.
  static func isOne(_ content: String) -> Bool {
    guard content.utf8.count > 9, content.prefix(9).uppercased() == "X-PARLOR-" else {
      return false
    }
    return CalendarLine(content, number: 0).map { names.contains($0.name) } == true
  }

  /// Takes the part of an event that is to be written.
  init(_ event: EventView) {
    if event.countUp { countUp = true }
    costs = event.budget.map { CalendarCost($0) }
  }

  /// Takes the part of a to-do that is to be written.
  ///
  /// - Parameter event: to which it belongs.
  init(_ toDo: ToDoView, of event: EventView?) {
    assignee = CalendarPerson(id: toDo.assignee, name: toDo.assigneeName)
    // Everything of a personal event is.
    isPersonal = toDo.personal && event?.personal == false
  }

  /// The lines that say it.
  var lines: [String] {
    var lines: [String] = []
    if let countUp { lines.append("\(Self.countUpName):\(countUp ? "TRUE" : "FALSE")") }
    lines += costs.map { "\(Self.costName):\($0.values.text)" }
    if let assignee {
      var values = OwnValues()
      values.add([assignee], "ID", "NAME")
      lines.append("\(Self.assigneeName):\(values.text)")
    }
    if isPersonal { lines.append("\(Self.personalName):TRUE") }
    return lines
  }
}

/// A person in a calendar file: people have other ids in another home.
public struct CalendarPerson: Equatable, Sendable {
  /// An author id; it may be empty.
  public var id: String
  /// Its name.
  public var name: String

  /// Names somebody; nil for nobody.
  public init?(id: String, name: String) {
    guard !id.isEmpty || !name.isEmpty else { return nil }
    (self.id, self.name) = (id, name)
  }

  /// The name, or the id without one.
  public var shown: String { name.isEmpty ? id : name }
}

/// One line of an event's budget in a calendar file.
public struct CalendarCost: Equatable, Sendable {
  /// The names of its values.
  static let names: Set = [
    "TEXT", "PLANNED", "ACTUAL", "CURRENCY", "CATEGORY", "PAYER", "PAYER-NAME", "SHARERS",
    "SHARER-NAMES", "PERSONAL",
  ]

  /// The thing that is paid for.
  public var text: String
  /// As people type it.
  public var planned: String
  /// The same; nil for nothing yet.
  public var actual: String?
  /// Three letters.
  public var currency: String
  /// It may be empty.
  public var category: String
  /// The person who paid.
  public var payer: CalendarPerson?
  /// People who share it; everybody without any.
  public var sharers: [CalendarPerson]
  /// Whether nobody else sees it.
  public var isPersonal: Bool

  /// A cost as it is shown.
  public init(_ view: BudgetLineView) {
    text = view.text
    planned = view.hasPlanned ? BudgetRules.decimal(view.planned) : ""
    actual = view.hasActual ? BudgetRules.decimal(view.actual) : nil
    currency = view.hasPlanned ? view.planned.currency : view.actual.currency
    category = view.category
    payer = CalendarPerson(id: view.payer, name: view.payerName)
    sharers = zip(view.sharers, view.sharerNames).compactMap { CalendarPerson(id: $0, name: $1) }
    isPersonal = view.personal
  }

  init(_ values: OwnValues) {
    text = values["TEXT"] ?? ""
    planned = values["PLANNED"] ?? ""
    actual = values["ACTUAL"]
    currency = values["CURRENCY"] ?? ""
    category = values["CATEGORY"] ?? ""
    payer = values.people("PAYER", "PAYER-NAME").first
    sharers = values.people("SHARERS", "SHARER-NAMES")
    isPersonal = values["PERSONAL"] == "TRUE"
  }

  var values: OwnValues {
    var values = OwnValues()
    values.add("TEXT", text)
    values.add("PLANNED", planned)
    values.add("ACTUAL", actual)
    values.add("CURRENCY", currency)
    values.add("CATEGORY", category.isEmpty ? nil : category)
    values.add(payer.map { [$0] } ?? [], "PAYER", "PAYER-NAME")
    values.add(sharers, "SHARERS", "SHARER-NAMES")
    values.add("PERSONAL", isPersonal ? "TRUE" : nil)
    return values
  }

  /// Makes the request that adds the cost, or gives a known one its values.
  ///
  /// - Parameters:
  ///   - view: the known one; nil for a new one.
  ///   - payer: the id of who paid, empty for nobody; nil to leave that as it is.
  ///   - sharers: the ids of those who share it, none for everybody; nil to leave that as it is.
  public func draft(
    over view: BudgetLineView?, payer: String?, sharers: [String]?
  ) -> BudgetDraft {
    let known = view.map { Self($0) }
    let isOtherCurrency = known?.currency != currency
    return .with {
      if known?.text != text { $0.text = text }
      if known?.planned != planned || isOtherCurrency { $0.planned = planned }
      if known?.actual != actual || isOtherCurrency { $0.actual = actual ?? "" }
      $0.currency = currency
      if known?.category ?? "" != category { $0.category = category }
      if let payer, payer != known?.payer?.id ?? "" { $0.payer = payer }
      if let sharers, Set(sharers) != Set(known?.sharers.map(\.id) ?? []) {
        $0.sharers = sharers.isEmpty ? [""] : sharers
      }
    }
  }

  /// Whether a request gives a known cost other values.
  public static func changes(_ draft: BudgetDraft) -> Bool {
    draft != .with { $0.currency = draft.currency }
  }
}

/// The value of such a line: NAME=VALUE parted by semicolons, lists by commas, with the escapes of texts (RFC 5545, section 3.3.11).
struct OwnValues: Equatable, Sendable {
  private var values: [(name: String, list: [String])] = []

  init() {}

  init(_ text: String) {
    var (pieces, isEscaped): ([[String]], Bool) = ([[""]], false)
    for scalar in text.unicodeScalars {
      func append(_ scalar: UnicodeScalar) {
        pieces[pieces.count - 1][pieces[pieces.count - 1].count - 1].unicodeScalars.append(scalar)
      }
      if isEscaped {
        append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ";" {
        pieces.append([""])
      } else if scalar == ",", pieces[pieces.count - 1].count <= BudgetRules.sharers {
        pieces[pieces.count - 1].append("")
      } else {
        append(scalar)
      }
    }
    for piece in pieces {
      guard let first = piece.first, let equals = first.firstIndex(of: "=") else { continue }
      let name = first[..<equals].uppercased()
      values.append((name, [String(first[equals...].dropFirst())] + piece.dropFirst()))
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.text == other.text }

  subscript(name: String) -> String? {
    values.first { $0.name == name }?.list.joined(separator: ",")
  }

  /// The names of values that are none of some.
  func names(besides known: Set<String>) -> [String] {
    values.map(\.name).filter { !known.contains($0) }
  }

  mutating func add(_ name: String, _ value: String?) {
    if let value { values.append((name, [value])) }
  }

  mutating func add(_ people: [CalendarPerson], _ ids: String, _ names: String) {
    guard !people.isEmpty else { return }
    values += [(ids, people.map(\.id)), (names, people.map(\.name))]
  }

  func people(_ ids: String, _ names: String) -> [CalendarPerson] {
    func list(_ name: String) -> [String] { values.first { $0.name == name }?.list ?? [] }
    let (ids, names) = (list(ids), list(names))
    return (0..<max(ids.count, names.count)).compactMap { place in
      CalendarPerson(
        id: place < ids.count ? ids[place] : "", name: place < names.count ? names[place] : "")
    }
  }

  var text: String {
    values.map { name, list in
      name + "=" + list.map(CalendarText.escaped).joined(separator: ",")
    }.joined(separator: ";")
  }
}

import Events
import EventSchema
import Feature
import Schema

/// People, who have other ids in another home, and costs, which name people.
extension CalendarTaking {
  /// One of a file's people with the id of the room; nil for one who is not there.
  ///
  /// An id belongs to one person alone. Of several people with one name, none is taken.
  private mutating func found(
    _ person: CalendarPerson, in room: String
  ) throws -> CalendarPerson? {
    let members = try people[room] ?? call(Methods.Rooms.show) { $0.room = room }.members
    people[room] = members
    let named = members.filter { $0.name.isName(person.name) }
    let member =
      members.first { $0.author == person.id } ?? (named.count == 1 ? named.first : nil)
    return member.flatMap { CalendarPerson(id: $0.author, name: $0.name) }
  }

  /// Sets the person of a to-do by the members of a room.
  ///
  /// - Returns: the name of a person who is not a member; the to-do then has nobody.
  mutating func settle(_ toDo: inout CalendarFile.Line, in room: String) throws -> [String] {
    guard let person = toDo.own.assignee else { return [] }
    toDo.own.assignee = try found(person, in: room)
    return toDo.own.assignee == nil ? [person.shown] : []
  }

  /// Notes people who are not known, each once.
  mutating func note(_ line: Int, _ name: String, unknown: [String]) {
    var seen: Set<String> = []
    let names = unknown.filter { seen.insert($0).inserted }
    guard !names.isEmpty else { return }
    let list = Text.clean(names.joined(separator: ", "), limit: 200)
    note(line, name, "Not known here, so taken without a name: \(list).")
  }

  /// Returns the calls that make the costs of a file, or change those that are there.
  ///
  /// A cost that says the same is left alone, also where it was shared meanwhile. One with the same words is taken for the same cost:
  /// costs have no UID.
  mutating func costs(
    of event: CalendarFile.Event, in view: EventView
  ) throws -> [(name: String, call: Call)] {
    var known = view.budget
    var rest = try event.own.costs.map { try wish($0, in: view) }
    for isSameOwner in [true, false] {
      rest.removeAll { wish in
        let place = known.firstIndex {
          wish.isSaid(by: $0) && (!isSameOwner || wish.isPersonal == $0.personal)
        }
        if let place { known.remove(at: place) }
        return place != nil
      }
    }
    return rest.map { wish in
      note(event.line, wish.cost.text, unknown: wish.unknown)
      let place = known.firstIndex {
        $0.text == wish.cost.text && $0.personal == wish.isPersonal
      }
      let line = place.map { known.remove(at: $0) }
      let draft = wish.draft(over: line)
      let call =
        if let line {
          Methods.Events.editCost { ($0.room, $0.line, $0.change) = (line.room, line.id, draft) }
        } else {
          Methods.Events.addCost {
            ($0.room, $0.event, $0.line) = (view.room, view.id, draft)
            $0.shared = !wish.cost.isPersonal
          }
        }
      return (wish.cost.text, call)
    }
  }

  /// A cost as it is wanted in a room.
  private struct Wish {
    var cost: CalendarCost
    /// Whether nobody else sees it here: all of a personal event is our person's alone.
    var isPersonal: Bool
    /// The id of the person who paid, empty for nobody; nil where the file names somebody who is not known.
    var payer: String?
    /// The ids of those who share it, none for everybody; nil where none of those in the file is known.
    var sharers: [String]?
    /// The names of people who are not known.
    var unknown: [String] = []

    func draft(over view: BudgetLineView?) -> BudgetDraft {
      cost.draft(over: view, payer: payer, sharers: sharers)
    }

    func isSaid(by view: BudgetLineView) -> Bool {
      !CalendarCost.changes(draft(over: view))
    }
  }

  private mutating func wish(_ cost: CalendarCost, in view: EventView) throws -> Wish {
    let room = view.room
    var wish = Wish(
      cost: cost, isPersonal: cost.isPersonal || view.personal, payer: "", sharers: [])
    if let payer = cost.payer {
      wish.payer = try found(payer, in: room)?.id
      if wish.payer == nil { wish.unknown.append(payer.shown) }
    }
    var sharers: [String] = []
    for person in cost.sharers {
      if let id = try found(person, in: room)?.id {
        sharers.append(id)
      } else {
        wish.unknown.append(person.shown)
      }
    }
    wish.sharers = sharers.isEmpty && !cost.sharers.isEmpty ? nil : sharers
    return wish
  }
}

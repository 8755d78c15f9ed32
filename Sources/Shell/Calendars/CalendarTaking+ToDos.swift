import Events
import EventSchema
import Feature
import Schema

extension CalendarTaking {
  /// Makes or changes the to-dos of a file that belong to none of its events (row E-67).
  mutating func take(toDos: [(line: Int, toDo: CalendarFile.Line, parent: String)]) throws {
    guard !toDos.isEmpty else { return }
    let all = try call(Methods.ToDos.list) { $0.room = isAnyRoom ? "" : room }.toDos
    var known: [String: ToDoView] = [:]
    // What strangers write in the lobby is not meant, and our own goes before what others have.
    for view in all.filter({ $0.own || $0.paired }).sorted(by: { !$0.own && $1.own }) {
      known[CalendarText.uid(view)] = view
    }
    var (calls, lines, seen):
      ([Call], [(line: Int, toDo: CalendarFile.Line, isNew: Bool)], Set<String>) =
        ([], [], [])
    for (line, toDo, parent) in toDos {
      guard toDo.uid.isEmpty || seen.insert(toDo.uid).inserted else {
        note(
          line, toDo.text, "It is there already, further up in the file.", .leftOut,
          toDo.things)
        continue
      }
      let view = known[toDo.uid]
      let old = view.flatMap { CalendarFile.Line($0) }
      guard let (merged, base) = taken(toDo, old, line, toDo.text, toDo.things) else { continue }
      var item = merged
      let unknown = try settle(&item, in: view?.room ?? events[parent]?.room ?? room)
      let call = Self.call(
        ToDoDraft(versioned: item, since: base, over: old), on: view,
        make: { making($0, parent, isPersonal: item.own.isPersonal) }, edit: editing)
      guard let call else {
        count(.same)
        continue
      }
      note(line, toDo.text, unknown: unknown)
      calls.append(call)
      lines.append((line, toDo, view == nil))
    }
    for ((line, toDo, isNew), result) in zip(lines, try results(of: calls)) {
      switch result {
      case .success: count(isNew ? .made : .changed)
      case .failure(let refused): note(line, toDo.text, refused.refusal.message, .lost, toDo.things)
      }
    }
  }

  private func editing(_ draft: ToDoDraft, _ view: ToDoView) -> Call {
    let edit = EditToDo.with { ($0.room, $0.toDo, $0.change) = (view.room, view.id, draft) }
    return view.event.isEmpty
      ? Methods.ToDos.edit { $0 = edit } : Methods.Events.editToDo { $0 = edit }
  }

  private func making(_ draft: ToDoDraft, _ parent: String, isPersonal: Bool) -> Call {
    // Its event may be here, although it is not in the file.
    if !parent.isEmpty, let event = events[parent] {
      return Methods.Events.addToDo {
        ($0.room, $0.event, $0.toDo) = (event.room, event.id, draft)
        $0.personal = isPersonal
      }
    }
    return Methods.ToDos.add { ($0.room, $0.toDo) = (room, draft) }
  }
}

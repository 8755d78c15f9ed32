import EventSchema
import Feature
import Schema

extension Feature {
  /// The events that people plan (specification section 18).
  public static let events = Feature(
    name: "events", kinds: EventKinds.all,
    shows: [
      RecordView(EventKinds.all.map(\.number), root: EventParts.root(of:_:)) { record, home in
        switch record.kind {
        case .toDo: try ShownToDos.view(ofOwn: record, home)
        case .lostParts: try LostPartsLists.view(of: record, home)
        default: try ShownEvents.view(of: record, home)
        }
      }
    ],
    handlers: [
      .command(Methods.Events.add, EventCommands.add),
      .command(Methods.Events.edit, EventCommands.edit),
      .command(Methods.Events.delete, EventCommands.delete),
      .command(Methods.Events.addToDo, ToDoCommands.add),
      .command(Methods.Events.editToDo, ToDoCommands.edit),
      .command(Methods.Events.deleteToDo, ToDoCommands.delete),
      .command(Methods.Events.addCost, BudgetCommands.add),
      .command(Methods.Events.editCost, BudgetCommands.edit),
      .command(Methods.Events.deleteCost, BudgetCommands.delete),
      .command(Methods.Events.setPicture, PictureCommands.set),
      .command(Methods.Events.removePicture, PictureCommands.remove),
      .command(Methods.Events.keepLost, LostPartsCommands.keep),
      .command(Methods.Events.dropLost, LostPartsCommands.drop),
      .command(Methods.ToDos.add, OwnToDoCommands.add),
      .command(Methods.ToDos.edit, OwnToDoCommands.edit),
      .command(Methods.ToDos.delete, OwnToDoCommands.delete),
      .read(Methods.Events.list, EventLists.sorted),
      .pieces(Methods.Events.lines, EventLists.lines),
      .read(Methods.Events.details, EventLists.details),
      .read(Methods.Events.show, EventLists.event),
      .read(Methods.Events.writeFile, EventLists.file),
      .read(Methods.Events.lost, LostPartsLists.list),
      .read(Methods.ToDos.list, ToDoLists.list),
    ],
    reactions: [
      Reaction(
        [.event, .toDo, .budgetLine], to: LostPartsCommands.concerns, open: ReturnedEvents.open,
        react: LostPartsCommands.react),
      ReachedRests.reaction,
    ], settings: EventSettings.all,
    due: { home, told, now in
      var due = try EventReminders.due(home, told, now)
      due.notices += try LostPartsLists.notices(home, told, now)
      return due
    })
}

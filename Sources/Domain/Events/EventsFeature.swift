import Feature
import Schema

extension Feature {
  /// What people plan (specification section 18).
  public static let events = Feature(
    name: "events", kinds: EventKinds.all,
    shows: [
      RecordView(
        EventKinds.all.map(\.number), root: EventParts.event(of:_:), view: ShownEvents.view(of:_:))
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
      .read(Methods.Events.list, EventLists.lines),
      .read(Methods.Events.details, EventLists.details),
      .read(Methods.Events.show, EventLists.event),
    ], settings: EventSettings.all, due: EventReminders.due)
}

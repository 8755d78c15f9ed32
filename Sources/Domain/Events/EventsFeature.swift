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
      .command("events/add", EventCommands.add), .command("events/edit", EventCommands.edit),
      .command("events/delete", EventCommands.delete),
      .command("events/add-to-do", ToDoCommands.add),
      .command("events/edit-to-do", ToDoCommands.edit),
      .command("events/delete-to-do", ToDoCommands.delete),
      .command("events/add-cost", BudgetCommands.add),
      .command("events/edit-cost", BudgetCommands.edit),
      .command("events/delete-cost", BudgetCommands.delete),
      .command("events/set-picture", PictureCommands.set),
      .command("events/remove-picture", PictureCommands.remove),
    ])
}

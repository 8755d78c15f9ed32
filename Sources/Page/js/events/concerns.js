// @ts-check
// Which changes of the stream make reads of events old.

export const concerns = { views: ['EventView', 'ToDoView', 'LostPartsView'] };

// @ts-check
// The words of the drawings.

export const texts = {
  title: 'Drawings',
  make: 'New drawing',
  empty: 'Nobody has saved a drawing yet. Draw the first one.',
  noPapers: 'You have no paper. Begin one, and it is kept with every stroke.',
  papers: 'Papers',
  artists: 'Who draws',
  artistColumns: ['Name', 'Drawings', 'Strokes', 'Time spent', 'Likes'],
  gallery: 'Gallery',
  select: 'Select',
  done: 'Done',
  remove: 'Delete',
  askDelete: 'Are you sure you want to delete your drawing?',
  askDeleteMany: 'Are you sure you want to delete your drawings?',
  reset: 'Reset',
  askReset: 'Take all of your strokes off the paper?',
  resetDone: 'Your strokes are off the paper.',
  save: 'Save',
  saveHint: 'Everybody who sees the room can watch how it was drawn.',
  tooJagged: 'The area is too jagged to be filled: draw round it.',
  undo: 'Undo',
  redo: 'Redo',
  keys: 'By keyboard, on the paper: the arrows move the cursor, with Shift a little; Space begins a line and ends it, Escape gives it up.',
  waiting: 'Strokes that the node does not have yet are kept on this page.',
  untitled: 'Untitled',
  drawOn: 'Draw on from here',
  export: 'Save as a file',
  import: 'Open a file',
  replay: 'Replay',
  speed: 'Speed',
  scrubber: 'Moment of the replay',
  comments: 'Comments',
  comment: 'Say something about it',
  like: 'Like',
  hide: 'Hide it from my gallery',
  hideAll: 'Hide it from everybody',
  show: 'Show it again',
  portrait: 'Show it beside my name',
  rename: 'Rename',
  zoom: 'Zoom',
  closer: 'Closer',
  farther: 'Farther away',
  whole: 'Whole paper',
};

/**
 * The names of the tools, and hints.
 * @type {Record<string, [string, string?]>}
 */
export const utensils = {
  brush: ['Brush'],
  fill: ['Fill', 'Tap an area to fill it, or draw round what is to be filled'],
  eraser: ['Eraser'],
  dots: ['Dots', 'A straight line of dots'],
};

/** The colours that people choose from (row W-09). */
export const colours = [['Black', '#000000'], ['Green', '#00a03c'], ['Blue', '#1e5adc'], ['Red', '#dc281e'], ['Yellow', '#ffcc00']];

/**
 * The widths that people choose from, in hundredths of a unit: as thick on a sheet of 1,000 units as the app's are on a phone.
 * @type {[string, number][]}
 */
export const widths = [['Extra Thin', 135], ['Thin', 810], ['Medium', 1215], ['Thick', 1620], ['Extra Thick', 2025]];

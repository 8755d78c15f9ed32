// @ts-check
// Strokes as the page draws them: the same shapes as in Domain/Drawings/InkShape.swift, so that a drawing looks alike everywhere.

/**
 * Where the pen was: tenths of a unit, milliseconds since the stroke began, pressure from 0 to 1,000.
 * @typedef {{ x: number, y: number, time: number, pressure: number }} Point
 */

/**
 * One stroke. `width` is in hundredths of a unit.
 * @typedef {{ tool: Tool, colour: string, width: number, points: Point[], start: number, hasTimes: boolean, hasPressure: boolean }} Ink
 */

/**
 * The tools by their names, in the order in which they are shown: as the node has them, whether they take away, and what they cover.
 * @type {Record<string, { sent: parlor.StrokeTool, erases?: boolean, coversArea?: boolean, isDotted?: boolean }>}
 */
export const tools = {
  brush: { sent: 'STROKE_TOOL_BRUSH' },
  fill: { sent: 'STROKE_TOOL_FILL', coversArea: true },
  eraser: { sent: 'STROKE_TOOL_ERASER', erases: true },
  dots: { sent: 'STROKE_TOOL_DOTS', isDotted: true },
};

/** @typedef {keyof typeof tools} Tool */

/**
 * The effects of a stroke, or of the pen.
 * @param {{ tool: Tool }} ink
 */
export const effectOf = ({ tool }) => tools[tool] ?? tools.brush;

/**
 * A stroke that this browser kept, perhaps before tools had names.
 * @param {any} kept
 * @returns {Ink}
 */
export const restored = ({ isEraser, isFill, ...ink }) => ({ tool: isEraser ? 'eraser' : isFill ? 'fill' : 'brush', ...ink });

/** The paper is so many tenths of a unit wide and high. */
export const side = 10000;

/**
 * A stroke as the node sends it.
 * @param {parlor.StrokeInk} sent
 * @returns {Ink}
 */
export function unpack(sent) {
  const xs = sent.x ?? [];
  const ys = sent.y ?? [];
  const times = sent.time ?? [];
  const pressures = sent.pressure ?? [];
  let [x, y, time] = [0, 0, 0];
  const points = xs.map((step, place) => {
    x += step;
    y += ys[place] ?? 0;
    if (place > 0) time += times[place - 1] ?? 0;
    return { x, y, time, pressure: pressures[place] ?? 500 };
  });
  return {
    tool: Object.keys(tools).find((name) => tools[name].sent === sent.tool) ?? 'brush', colour: '#' + (sent.colour ?? 0).toString(16).padStart(6, '0'), width: sent.width ?? 0,
    points, start: Number(sent.start ?? 0), hasTimes: times.length > 0, hasPressure: pressures.length > 0,
  };
}

/**
 * A stroke as the node takes it.
 * @param {Ink} ink
 * @returns {parlor.StrokeInk}
 */
export function pack(ink) {
  let last = { x: 0, y: 0, time: 0 };
  /** @type {Required<Pick<parlor.StrokeInk, 'x' | 'y' | 'time' | 'pressure'>>} */
  const lists = { x: [], y: [], time: [], pressure: [] };
  ink.points.forEach((point, place) => {
    lists.x.push(point.x - last.x);
    lists.y.push(point.y - last.y);
    if (place > 0 && ink.hasTimes) lists.time.push(point.time - last.time);
    if (ink.hasPressure) lists.pressure.push(point.pressure);
    last = point;
  });
  return { tool: effectOf(ink).sent, colour: parseInt(ink.colour.slice(1), 16), width: ink.width, start: String(ink.start), ...lists };
}

/** @param {number} width @param {number} pressure */
const pressed = (width, pressure) => Math.max(1, Math.floor(width * (300 + Math.floor(14 * pressure / 10)) / 1000));

/** @param {Point[]} points @param {number} place */
const level = (points, place) => Math.floor((points[place - 1].pressure + points[place].pressure) * 16 / 2000);

/**
 * The parts of a stroke that have one width each.
 * @param {Ink} ink
 * @returns {{ points: Point[], width: number }[]}
 */
export function parts(ink) {
  const { points, width } = ink;
  if (effectOf(ink).isDotted) return dots(ink);
  if (!ink.hasPressure || points.length < 2) {
    return [{ points, width: pressed(width, ink.hasPressure ? points[0].pressure : 500) }];
  }
  /** @type {{ points: Point[], width: number }[]} */
  const found = [];
  let from = 0;
  let now = level(points, 1);
  const close = (/** @type {number} */ last) => found.push({ points: points.slice(from, last + 1), width: pressed(width, Math.floor(now * 1000 / 16)) });
  for (let place = 2; place < points.length; place += 1) {
    const next = level(points, place);
    if (next === now) continue;
    close(place - 1);
    from = place - 1;
    now = next;
  }
  close(points.length - 1);
  return found;
}

/**
 * The dots of a straight line, at both ends and with as much room between them as they are wide, or a little more.
 * @param {Ink} ink
 */
function dots({ points, width }) {
  const [first, last] = [points[0], points[points.length - 1]];
  const [x, y] = [last.x - first.x, last.y - first.y];
  const count = Math.min(200, Math.floor(Math.sqrt(x * x + y * y) * 5 / Math.max(1, width)));
  const whole = Math.max(1, count);
  const place = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ number) =>
    Math.floor((from * (whole - number) + to * number + Math.floor(whole / 2)) / whole);
  return Array.from({ length: count + 1 }, (_, number) => (
    { points: [{ ...first, x: place(first.x, last.x, number), y: place(first.y, last.y, number) }], width }));
}

/**
 * Draws a smooth line through points: between two points it passes through the middle. A tap makes a dot.
 * @param {CanvasRenderingContext2D} pen in tenths of a unit
 * @param {Point[]} points
 */
function traceLine(pen, points) {
  const [first] = points;
  const last = points[points.length - 1];
  pen.beginPath();
  pen.moveTo(first.x, first.y);
  // A line without a length is not drawn on a canvas.
  if (points.every((point) => point.x === first.x && point.y === first.y)) pen.lineTo(first.x + 0.1, first.y);
  for (let place = 1; place < points.length - 1; place += 1) {
    const [point, next] = [points[place], points[place + 1]];
    if (place === 1) pen.lineTo((first.x + point.x) / 2, (first.y + point.y) / 2);
    pen.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
  }
  pen.lineTo(last.x, last.y);
  pen.stroke();
}

/**
 * Draws one stroke on what is there.
 * @param {CanvasRenderingContext2D} pen
 * @param {Ink} ink
 */
export function draw(pen, ink) {
  if (ink.points.length === 0) return;
  prepare(pen, ink);
  if (effectOf(ink).coversArea) {
    pen.fillStyle = ink.colour;
    pen.beginPath();
    for (const point of ink.points) pen.lineTo(point.x, point.y);
    pen.fill('evenodd');
    return;
  }
  trace(pen, ink);
}

/** @param {CanvasRenderingContext2D} pen @param {Ink} ink */
function prepare(pen, ink) {
  const scale = pen.canvas.width / side;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = ink.colour;
  // An eraser takes away: the paper behind the canvas shows again.
  pen.globalCompositeOperation = effectOf(ink).erases ? 'destination-out' : 'source-over';
}

/**
 * Draws the way of the pen, whatever the stroke covers.
 * @param {CanvasRenderingContext2D} pen
 * @param {Ink} ink
 */
export function drawWay(pen, ink) {
  if (ink.points.length === 0) return;
  prepare(pen, ink);
  trace(pen, ink);
}

/** @param {CanvasRenderingContext2D} pen @param {Ink} ink */
function trace(pen, ink) {
  for (const part of parts(ink)) {
    pen.lineWidth = part.width / 10;
    traceLine(pen, part.points);
  }
}

/**
 * Draws a whole picture.
 * @param {HTMLCanvasElement} canvas
 * @param {Ink[]} inks
 */
export function paint(canvas, inks) {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (const ink of inks) draw(pen, ink);
}

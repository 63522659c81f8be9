import { isDoc, requestFailed, type Value } from './ejson.ts';

/** Longitude and latitude, in degrees. */
type Position = [number, number];
type Ring = Position[];

/** Metres; the radius MongoDB uses. */
const EARTH_RADIUS = 6378100;

interface Shape {
  points: Position[];
  lines: Ring[];
  /** Each polygon: the outer ring, then holes. */
  polygons: Ring[][];
}

/**
 * The geographic operators the SDK has. Distances are on the sphere; polygons and lines are taken as
 * plane figures in degrees, which is exact enough for cities and wrong near the poles.
 * `$nearSphere` filters by distance and does not sort.
 */
export function geoTest(name: string, operand: Value): (value: Value | undefined) => boolean {
  const body = isDoc(operand) ? operand : {};
  if (name === '$near' || name === '$nearSphere') {
    const center = shapeOf(body.$geometry)?.points[0];
    if (!center) throw requestFailed(`${name} needs a point`);
    const max = typeof body.$maxDistance === 'number' ? body.$maxDistance : Infinity;
    const min = typeof body.$minDistance === 'number' ? body.$minDistance : 0;
    return value => {
      const point = shapeOf(value)?.points[0];
      if (!point) return false;
      const metres = distance(center, point) * EARTH_RADIUS;
      return metres >= min && metres <= max;
    };
  }
  if (name === '$geoWithin' && Array.isArray(body.$centerSphere)) {
    const [center, radius] = body.$centerSphere;
    const position = positionOf(center);
    if (!position || typeof radius !== 'number') throw requestFailed('Malformed $centerSphere');
    return value => everyPosition(shapeOf(value), point => distance(position, point) <= radius);
  }
  const area = shapeOf(body.$geometry);
  if (!area) throw requestFailed(`${name} needs a geometry`);
  if (name === '$geoWithin') return value => everyPosition(shapeOf(value), p => covers(area, p));
  return value => {
    const shape = shapeOf(value);
    return shape !== undefined && intersects(shape, area);
  };
}

function positionOf(value: Value | undefined): Position | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const [longitude, latitude] = value;
  return typeof longitude === 'number' && typeof latitude === 'number'
    ? [longitude, latitude]
    : undefined;
}

function ringOf(value: Value | undefined): Ring {
  return Array.isArray(value) ? value.map(positionOf).filter(p => p !== undefined) : [];
}

const list = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);

function shapeOf(value: Value | undefined): Shape | undefined {
  if (!isDoc(value)) return undefined;
  const shape: Shape = { points: [], lines: [], polygons: [] };
  const { coordinates } = value;
  switch (value.type) {
    case 'Point':
      shape.points = ringOf([coordinates ?? null]);
      break;
    case 'MultiPoint':
      shape.points = ringOf(coordinates);
      break;
    case 'LineString':
      shape.lines = [ringOf(coordinates)];
      break;
    case 'MultiLineString':
      shape.lines = list(coordinates).map(ringOf);
      break;
    case 'Polygon':
      shape.polygons = [list(coordinates).map(ringOf)];
      break;
    case 'MultiPolygon':
      shape.polygons = list(coordinates).map(polygon => list(polygon).map(ringOf));
      break;
    default:
      return undefined;
  }
  return shape;
}

/** Central angle, in radians. */
function distance(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const lat = ((b[1] - a[1]) * rad) / 2;
  const lng = ((b[0] - a[0]) * rad) / 2;
  const h = Math.sin(lat) ** 2 + Math.cos(a[1] * rad) * Math.cos(b[1] * rad) * Math.sin(lng) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

function everyPosition(shape: Shape | undefined, test: (p: Position) => boolean): boolean {
  if (!shape) return false;
  const all = [...shape.points, ...shape.lines.flat(), ...shape.polygons.flat(2)];
  return all.length > 0 && all.every(test);
}

function segmentsOf(shape: Shape): [Position, Position][] {
  return [...shape.lines, ...shape.polygons.flat()].flatMap(ring =>
    ring.slice(1).map((point, i): [Position, Position] => [ring[i]!, point]),
  );
}

function intersects(a: Shape, b: Shape): boolean {
  const positions = (s: Shape) => [...s.points, ...s.lines.flat(), ...s.polygons.flat(2)];
  if (positions(a).some(p => covers(b, p)) || positions(b).some(p => covers(a, p))) return true;
  const others = segmentsOf(b);
  return segmentsOf(a).some(([p, q]) => others.some(([r, s]) => crosses(p, q, r, s)));
}

function covers(shape: Shape, p: Position): boolean {
  return (
    shape.points.some(q => q[0] === p[0] && q[1] === p[1]) ||
    segmentsOf(shape).some(([a, b]) => onSegment(a, b, p)) ||
    shape.polygons.some(
      ([outer, ...holes]) =>
        outer !== undefined && inside(outer, p) && !holes.some(hole => inside(hole, p)),
    )
  );
}

const turn = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function onSegment(a: Position, b: Position, p: Position): boolean {
  return (
    turn(a, b, p) === 0 &&
    p[0] >= Math.min(a[0], b[0]) &&
    p[0] <= Math.max(a[0], b[0]) &&
    p[1] >= Math.min(a[1], b[1]) &&
    p[1] <= Math.max(a[1], b[1])
  );
}

const crosses = (p: Position, q: Position, r: Position, s: Position) =>
  turn(p, q, r) !== turn(p, q, s) && turn(r, s, p) !== turn(r, s, q);

/** Ray casting. */
function inside(ring: Ring, [x, y]: Position): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!;
    const [xj, yj] = ring[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

import { type Doc, isDoc, own, type Value } from './ejson.ts';

const INDEX = /^(0|[1-9]\d{0,9})$/;

export const isIndex = (segment: string) => INDEX.test(segment);

export type Container = Doc | Value[];

export function child(container: Container, segment: string): Value | undefined {
  if (!Array.isArray(container)) return own(container, segment);
  return isIndex(segment) ? container[Number(segment)] : undefined;
}

/**
 * Whether `test` holds for any value a path leads to, the way MongoDB walks: an array on the way
 * stands for each of its sub-documents, and for the element a numeric segment names. A field that is
 * not there is tested as `undefined`; array elements that are no documents are passed over.
 */
export function anyLeaf(
  value: Value | undefined,
  segments: string[],
  test: (leaf: Value | undefined) => boolean,
  at = 0,
): boolean {
  if (at === segments.length) return test(value);
  const segment = segments[at]!;
  if (Array.isArray(value)) {
    for (const item of value) if (isDoc(item) && anyLeaf(item, segments, test, at)) return true;
    if (!isIndex(segment) || Number(segment) >= value.length) return false;
    return anyLeaf(value[Number(segment)], segments, test, at + 1);
  }
  if (isDoc(value)) return anyLeaf(own(value, segment), segments, test, at + 1);
  return test(undefined);
}

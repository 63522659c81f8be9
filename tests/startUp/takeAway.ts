/** Runs in a browser, so it stands for itself: takes away functions named as in `scripts/browsers/floor.js`. */
export const takeAway = (names: string[]) => {
  const world = globalThis as unknown as Record<string, Record<string, object>>;
  const lists = [Array, String, Set, Map];
  const elements = [Element, HTMLElement, HTMLDialogElement, HTMLFormElement, HTMLInputElement];
  const prototypes = [...lists, AbortSignal, ...elements].map(
    one => (one as unknown as { prototype: object }).prototype,
  );
  for (const name of names) {
    const [owner = '', key = ''] = name.includes('.') ? name.split('.') : ['globalThis', name];
    const from = owner === '' ? prototypes : [world[owner]!];
    if (owner === 'crypto') from.push(Crypto.prototype);
    for (const one of from) Reflect.deleteProperty(one, key);
  }
};

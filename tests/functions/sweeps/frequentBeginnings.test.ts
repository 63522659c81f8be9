import { expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, insert, rows, set } = world;

/** Every list that finds names by their fragments, and where it keeps them. */
const lists = [
  ['adminOrder', 'getOrders', 'orders', 'userSnap.nickName'],
  ['adminOrder', 'getRefunds', 'refunds', 'userSnap.nickName'],
  ['adminPrintOrder', 'getPrintOrders', 'printOrders', 'recipient'],
  ['adminStorage', 'getImages', 'files', 'name'],
  ['adminActivationCode', 'getBatches', 'activationBatches', 'name'],
  ['adminUser', 'getUsers', 'users', 'nickName'],
  ['adminTemplate', 'getTemplates', 'templates', 'name'],
] as const;
const MANY = 30;

it.each(lists)(
  '%s.%s finds a name that begins like all others without walking these',
  async (name, action, collection, field) => {
    await world.reset();
    const idsFound = async (data: object) => {
      const answer = await call(name, action as never, data as never, as());
      return (answer.data as { list: { _id: string }[] }).list.map(({ _id }) => _id);
    };
    const [wanted] = await idsFound({ pageSize: 1 });
    const one = (await rows(collection)).find(({ _id }) => _id === wanted)!;
    const { indexes } = collections.find(({ name: its }) => its === collection)!;
    const unique = indexes.filter(index => index.unique).flatMap(({ keys }) => Object.keys(keys));
    const copyOf = (at: number) =>
      Object.fromEntries(['_id', ...unique].map(key => [key, `${String(one[key])}_${at}`]));
    await insert(
      collection,
      Array.from({ length: MANY }, (_, at) => ({ ...one, ...copyOf(at) })),
    );
    for (const { _id } of await rows(collection))
      await set(collection, String(_id), { [field]: '小象', grams: ['小象'] });
    await set(collection, wanted!, { [field]: '小象甲', grams: ['小象', '象甲'] });
    const walks: number[] = [];
    world.queries.trace = ({ collection: of, walked }) => of === collection && walks.push(walked);
    expect(await idsFound({ q: '小象甲' }).finally(() => delete world.queries.trace)).toEqual([
      wanted,
    ]);
    // How many have the frequent pair is counted once, up to a limit.
    expect(walks.filter(walked => walked >= MANY)).toHaveLength(1);
  },
);

import { beforeEach, expect, it } from 'vitest';
import { entities } from '#contract/entities.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { as, call, ok } = world;
beforeEach(async () => {
  await world.reset();
});

/** Entities of which no two may have the same name. */
const named = Object.values(entities).flatMap(({ uniqueName, names, function: name }) => {
  const { create } = names as { create?: { name: string; example: Record<string, unknown> } };
  return uniqueName && create
    ? [[`${name}.${create.name}`, uniqueName.split(' ').at(-1)!, create.example] as const]
    : [];
});

it.each(named)('%s refuses a name that looks like another', async (title, field, example) => {
  const [name, action] = title.split('.') as ['keyword', 'createKeyword'];
  const make = (text: string) =>
    [name, action, { ...example, [field]: text } as never, as()] as const;
  const { _id } = (await ok(...make('Vip 甲'))) as { _id: string };
  const taken: string[] = [];
  for (const text of ['Vip 甲', 'vip 甲', 'ＶＩＰ　甲', 'V\u200bip  甲']) {
    const { code, data } = await call(...make(text));
    if (code !== 40001 || !(data as { fields?: object }).fields) taken.push(`${text}: ${code}`);
  }
  expect([_id !== '', taken]).toEqual([true, []]);
  // A name that only looks a little like it is another one.
  await ok(...make('Vip 乙'));
});

it('covers every name that is unique', () => {
  expect(named.map(([title]) => title).sort()).toEqual([
    'adminAdministrator.createRole',
    'adminCategory.createCategory',
    'adminLocalApp.createCategory',
    'adminTemplatePreset.createPreset',
    'keyword.createKeyword',
  ]);
  const plain = Object.values(entities).flatMap(({ indexes, kind }) =>
    indexes.flatMap(index => (typeof index === 'string' ? [] : `${kind} ${index.unique}`)),
  );
  expect(plain.filter(index => /\b(name|word|title|label)\b/.test(index))).toEqual([]);
});

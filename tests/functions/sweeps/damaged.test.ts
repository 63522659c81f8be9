import { beforeEach, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
const { as, set } = world;
const { fixture } = await import('../world/fixture.ts');
beforeEach(() => world.reset());

const CANARY = 'canary-4711';
const kept = ['_id', 'rev', 'createTime', 'updateTime'];
type Row = Record<string, unknown>;

const elementOf = (output: z.ZodType): z.ZodType | null => {
  const list = output instanceof z.ZodObject ? (output.shape as Row)['list'] : null;
  return list instanceof z.ZodArray ? (list.element as z.ZodType) : null;
};
const lists = everyAction.flatMap(at => {
  const element = elementOf(at.definition.output);
  return element ? [{ ...at, element }] : [];
});

const records = Object.entries(fixture().records);
const collectionOf = (id: unknown) =>
  records.find(([, its]) => its.some(record => record['_id'] === id))?.[0];

describe('a stored record that breaks its contract', () => {
  it.each(lists)('does not break $title', async ({ title, name, action, definition, element }) => {
    const ask = () =>
      world.call(name as never, action as never, definition.example, as()) as Promise<{
        code: number;
        data: { list: Row[]; total?: number };
      }>;
    const { data } = await ask();
    const row = data.list.find(({ _id }) => collectionOf(_id) !== undefined);
    if (!row) return;
    const shape = element instanceof z.ZodObject ? (element.shape as Row) : {};
    const fields = Object.keys(row).filter(field => field in shape && !kept.includes(field));
    // Three fields of some lists, one of the others.
    const nth = everyAction.findIndex(at => at.title === title);
    for (const field of nth % 10 === 0 ? fields.slice(0, 3) : fields.slice(nth % 3).slice(0, 1)) {
      await world.reset();
      // In place of a plain value no array, because an index has room for one of a record.
      const broken = typeof row[field] !== 'object' ? { [CANARY]: [1] } : [[{ [CANARY]: 1 }]];
      await set(String(collectionOf(row['_id'])), String(row['_id']), { [field]: broken });
      const answer = await ask();
      expect(answer.code, `${field}: ${world.errors.at(-1)}`).toBe(0);
      expect(JSON.stringify(answer)).not.toContain(CANARY);
      if (definition.access !== 'admin') continue;
      const shown = answer.data.list.find(({ _id }) => _id === row['_id']);
      // Where a filter asked for that field, the record is no longer what was asked for.
      if (!shown) continue;
      if ('damaged' in shown) expect(shown).toEqual({ _id: row['_id'], damaged: [field] });
      // A list without a total may follow the very field that is damaged.
      if (data.total === undefined) continue;
      expect(answer.data.total).toBe(data.total);
      if ('damaged' in shown) expect(answer.data.list).toHaveLength(data.list.length);
    }
  });

  it('is shown with its sound fields, named, and repaired by an audited update', async () => {
    const { list } = await world.ok('adminCategory', 'getCategories', {});
    const [first] = list;
    const { _id, rev } = first as { _id: string; rev: number };
    await set('categories', _id, { name: { [CANARY]: 1 } });
    const after = await world.ok('adminCategory', 'getCategories', {});
    expect(after.list).toContainEqual({ _id, damaged: ['name'] });
    expect(after.list.filter(row => 'damaged' in row)).toHaveLength(1);
    expect(after).toMatchObject({ total: list.length });

    const opened = await world.ok('adminCategory', 'getCategoryById', { _id });
    expect(opened).toMatchObject({ _id, rev, damaged: ['name'] });
    const ofLists = ['name', 'usage', 'templateCount'];
    const missing = Object.keys(first!).filter(key => !(key in opened) && !ofLists.includes(key));
    expect(missing).toEqual([]);
    expect(JSON.stringify(opened)).not.toContain(CANARY);

    const repair = { _id, rev, name: '修好了' };
    const repaired = await world.ok('adminCategory', 'updateCategory', repair);
    expect(repaired).toMatchObject({ _id, name: '修好了' });
    expect(repaired).not.toHaveProperty('damaged');
    const about = { resource: 'category', resourceId: _id };
    const trail = await world.ok('adminAuditLog', 'getResourceHistory', about);
    expect(trail.list[0]).toMatchObject({ action: 'updateCategory', resourceId: _id });
  });

  it('is hidden from visitors', async () => {
    const { list } = await world.ok('appTemplate', 'getTemplates', {});
    const [first] = list as unknown as Row[];
    await set('templates', String(first?.['_id']), { subtitle: { [CANARY]: 1 } });
    const after = await world.ok('appTemplate', 'getTemplates', {});
    expect(JSON.stringify(after)).not.toMatch(/damaged|canary/);
    expect(after.list).toHaveLength(list.length - 1);
  });
});

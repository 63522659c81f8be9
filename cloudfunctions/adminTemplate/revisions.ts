import { updateInput } from '#contract/action.ts';
import type { AuditLog } from '#contract/auditLog.ts';
import type { ActionInput } from '#contract/index.ts';
import { templateSentences } from '#contract/sentences/templates.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { reviewPresets } from './presets.ts';
import { followingFrom, offlineIfBroken, templates } from './templates.ts';

type Field = keyof typeof templateEntity.inputs;
type Values = Partial<Record<Field, unknown>>;
type Change = Pick<AuditLog, '_id' | 'diff' | 'result' | keyof Stored>;

const auditLogs = repository<Change>('auditLogs');
const PAGE = 100;

/** The change and what came after it, newest first; null when the template's history has no such change. */
const changesSince = async (resourceId: string, logId: string): Promise<Change[] | null> => {
  const since: Change[] = [];
  for (;;) {
    const page = await auditLogs.find(
      { resource: 'template', resourceId },
      {
        sort: [
          ['createTime', 'desc'],
          ['_id', 'desc'],
        ],
        skip: since.length,
        limit: PAGE,
        fields: ['_id', 'diff', 'result'],
      },
    );
    const at = page.findIndex(({ _id }) => _id === logId);
    since.push(...page.slice(0, at < 0 ? PAGE : at + 1));
    if (at >= 0) return page[at]?.result === 'fail' ? null : since;
    if (page.length < PAGE) return null;
  }
};

const writable = Object.keys(templateEntity.inputs) as Field[];
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const blank = (field: Field): unknown => (templateEntity.defaults as Values)[field] ?? null;

/**
 * What was otherwise just after the last of these changes. The change itself tells what it left; of every other field,
 * the first change after it tells what it found.
 */
const changedBack = (template: Template, since: Change[]): Values => {
  const then = new Map<string, unknown>();
  for (const { diff, result } of since.slice(0, -1))
    if (result !== 'fail') for (const { path, from } of diff) then.set(path, from);
  for (const { path, to } of since.at(-1)?.diff ?? []) then.set(path, to);
  return Object.fromEntries(
    writable
      .filter(field => then.has(field))
      .map(field => [field, then.get(field) ?? blank(field)] as const)
      .filter(([field, value]) => !same(value, template[field] ?? blank(field))),
  );
};

const named = (value: unknown): string[] =>
  [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');

const places = [
  { field: 'categoryIds' as Field, collection: repository<Stored>('categories') },
  { field: 'keywordIds' as Field, collection: repository<Stored>('keywords') },
  ...templateEntity.pictures.map(field => ({ field, collection: repository<Stored>('files') })),
];

/** References to deleted records are left out; for a missing picture the current one is kept. */
const withoutGone = async (template: Template, values: Values) => {
  const kept = { ...values };
  const gone: Field[] = [];
  await Promise.all(
    places.map(async ({ field, collection }) => {
      const present = named(template[field]);
      const asked = named(values[field]).filter(name => !present.includes(name));
      if (asked.length === 0) return;
      const isFile = (templateEntity.pictures as readonly string[]).includes(field);
      const idOf = (name: string) => (isFile ? fileIdOf(name) : name);
      const found = await collection.find(
        { _id: _.in(asked.map(idOf)) },
        { limit: asked.length, fields: ['_id'] },
      );
      const missing = asked.filter(name => !found.some(({ _id }) => _id === idOf(name)));
      if (missing.length === 0) return;
      gone.push(field);
      const left = named(values[field]).filter(name => !missing.includes(name));
      if (Array.isArray(values[field]) && !same(left, template[field])) kept[field] = left;
      else delete kept[field];
    }),
  );
  return { values: kept, gone: writable.filter(field => gone.includes(field)) };
};

type Wish = ActionInput<'adminTemplate', 'getRevisionChanges'>;

/** The current template and the values to be restored. */
export const loadRevision = async ({ id, logId }: Wish) => {
  const [template, since] = await Promise.all([templates.records.get(id), changesSince(id, logId)]);
  if (!template || !since) throw notFound();
  return { template, ...(await withoutGone(template, changedBack(template, since))) };
};
type Revision = Awaited<ReturnType<typeof loadRevision>>;

export const revisionChanges = ({ template, values, gone }: Revision) => ({
  rev: template.rev,
  changes: writable
    .filter(field => field in values)
    .map(path => ({ path, from: template[path] ?? blank(path), to: values[path] })),
  gone,
  goesOffline: 'status' in offlineIfBroken(template, values),
});

/** Stores a new version by today's rules; without differences nothing is written. */
export const restoreRevision = async (
  { id, rev }: ActionInput<'adminTemplate', 'restoreRevision'>,
  context: AdminContext,
  { template, values }: Revision,
): Promise<Template> => {
  if (rev !== undefined && rev !== template.rev) throw conflict(template);
  if (Object.keys(values).length === 0) return template;
  const fields = updateInput(templateEntity.inputs).safeParse(values);
  if (!fields.success) throw stateNotAllowed(templateSentences.revisionUnfit);
  const changes = fields.data as Partial<Template>;
  const restored = { ...changes, ...followingFrom(template, changes) };
  const written = await templates.update(id, template.rev, restored, context, template);
  if (fields.data.inputs) await reviewPresets(written);
  return written;
};

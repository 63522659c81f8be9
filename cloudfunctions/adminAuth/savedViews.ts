import type { ActionInput } from '#contract/index.ts';
import { admits } from '#contract/rights/rights.ts';
import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS, type SavedView } from '#contract/savedView.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { adminActor, nameOf } from '../_shared/base/actor.ts';
import { changeRecord, insertRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, withLoad } from '../_shared/base/dispatcher.ts';
import { forbidden, isDuplicate, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';

interface StoredView extends Stored, Omit<SavedView, keyof Stored | 'view'> {
  /** As JSON: names of filters have dots, which are paths to a database. */
  view: string;
}

const views = repository<StoredView>('savedViews');

const shown = ({ view, ...record }: StoredView): SavedView => ({
  ...record,
  view: JSON.parse(view) as SavedView['view'],
});

/** Without the filters, which may name a user. */
const audited = ({ resource, name, shared }: Pick<StoredView, 'resource' | 'name' | 'shared'>) => ({
  resource,
  name,
  shared,
});

export const getSavedViews = async (_data: object, context: AdminContext) => {
  const self = context.claimedAdminId;
  const [own, all, { rights }] = await Promise.all([
    views.find({ ownerId: self }, { limit: MOST_OWN_VIEWS }),
    views.find({ shared: true }, { sort: [['createTime', 'desc']], limit: MOST_SHARED_VIEWS }),
    context.permissions(),
  ]);
  const others = all.filter(
    ({ ownerId, resource }) => ownerId !== self && admits(rights, { resource, action: 'list' }),
  );
  return { list: [...own, ...others].map(shown) };
};

export const saveView = async (
  { resource, name, view, shared }: ActionInput<'adminAuth', 'saveView'>,
  context: AdminContext,
): Promise<SavedView> => {
  const admin = await context.admin();
  const key = { ownerId: admin._id, resource, name };
  const find = async () => (await views.find(key, { limit: 1 }))[0];
  const [found, own, all] = await Promise.all([
    find(),
    views.count({ ownerId: admin._id }, MOST_OWN_VIEWS),
    views.count({ shared: true }, MOST_SHARED_VIEWS),
  ]);
  if (!found && own >= MOST_OWN_VIEWS)
    throw stateNotAllowed(adminSentences.mostViews(MOST_OWN_VIEWS));
  if (shared && !found?.shared && all >= MOST_SHARED_VIEWS)
    throw stateNotAllowed(adminSentences.mostSharedViews(MOST_SHARED_VIEWS));

  const fields = { ownerName: nameOf(admin), shared, view: JSON.stringify(view) };
  const write = (before?: StoredView) => {
    const entry = {
      by: adminActor(context, admin),
      resource: 'savedView',
      before: before ? audited(before) : null,
      after: audited({ resource, name, shared }),
    };
    if (before) return changeRecord(views, before, {}, fields, entry);
    return insertRecord(views, { ...key, ...fields }, undefined, entry).catch((error: unknown) => {
      if (isDuplicate(error)) return null;
      throw error;
    });
  };
  // Meanwhile it was saved or deleted elsewhere.
  const saved = (await write(found)) ?? (await write(await find()));
  if (!saved) throw stateNotAllowed();
  return shown(saved);
};

export const deleteView = withLoad(
  ({ _id }: ActionInput<'adminAuth', 'deleteView'>) => views.get(_id),
  async ({ _id }, context, found) => {
    const [admin, { rights }] = await Promise.all([context.admin(), context.permissions()]);
    const isOwn = found?.ownerId === admin._id;
    if (!found || !(isOwn || found.shared)) throw notFound();
    if (!isOwn && !rights.has('administrators.write')) throw forbidden();
    const { shared } = found;
    const entry = { by: adminActor(context, admin), resource: 'savedView', before: audited(found) };
    if (!(await removeRecord(views, found, { shared }, entry))) throw notFound();
    return { _id };
  },
);

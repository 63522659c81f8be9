import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';

const filePath = 'user_upload/demo/photo_0001.jpg';
const print = { filePath, sizeId: 'size_0002', paper: 'glossy', qty: 1 };
/**
 * Another wish than the example of the action, where no text of it says one; not about another record, whose keys are its
 * own.
 */
const changes: Record<string, object> = {
  'adminTemplate.copyTemplate': { id: 'tpl_0002' },
  'adminTemplate.runTrial': { inputs: { photo: 'user_upload/demo/photo_0002.jpg' } },
  'adminTemplatePreset.createPreset': { prompt: '冷色调' },
  'adminTemplatePreset.copyPreset': { id: 'pre_0002' },
  'adminExport.createExport': { q: '另一个' },
  'adminUser.updateUserPackage': { packageId: 'pkg_0001', grantCredits: true },
  'adminUser.adjustCredits': { reason: '另一个原因' },
  'adminUser.addNote': { text: '另一个备注' },
  'adminTask.retryTask': { free: false },
  'adminMessage.sendServiceMessage': { subject: 'users/usr_0003' },
  'adminApiKey.createApiKey': { key: 'ffffffffffffffffffffffffffffffff' },
  'adminActivationCode.createBatch': { quantity: 2_000 },
  'appUser.useLocalApp': { id: 'app_0008' },
  'appUser.sendFeedback': { text: '另一个问题，请看看' },
  'adminOrder.processRefund': { amountFen: 200 },
  'adminPackage.createPackage': { priceFen: 1 },
  'appOrder.createOrder': { packageId: 'pkg_0001' },
  'adminPrintSize.createPrintSize': { basePriceFen: 1 },
  'adminPackagePrice.createPackagePrice': { shippingFen: 0 },
  'adminPrintOrder.createReprint': { reason: '另一个原因' },
  'adminPrintArchive.createPrintArchive': { ids: ['prt_0007'] },
  'appPrint.createPrintOrder': { items: [print] },
  'appTask.createTask': { templateId: 'tpl_0002' },
};

const KEY = 'key-of-one-click';
const accepts = ({ definition: { input, example } }: RegisteredAction) =>
  input.safeParse({ ...(example as object), idemKey: KEY }).success;
const keyed = everyAction.filter(accepts);

const world = await startWorld();
let token: string;
beforeEach(async () => {
  ({ token } = await world.reset());
});

/** Where people write a text in the example, another text is another wish. */
const otherWish = ({ title, definition: { input, example } }: RegisteredAction): object => {
  if (changes[title]) return changes[title];
  const others = Object.entries(example as object)
    .filter(([, value]) => typeof value === 'string' && /\p{Script=Han}/u.test(value))
    .map(([field, value]) => ({ [field]: `${value}二` }))
    .filter(change => input.safeParse({ ...(example as object), ...change }).success);
  if (!others[0]) throw new Error(`Say in \`changes\` what other wish ${title} may have`);
  return others[0];
};

interface Answer {
  code: number;
  data: { _id?: string } | null;
}

const send = (at: RegisteredAction, change: object = {}, as = token) => {
  const data = { ...(at.definition.example as object), ...change };
  return world.send(at.name, { action: at.action, data, token: as }) as Promise<Answer>;
};

/** Of these, two at once: what moves money, credits or stock. */
const valuable = /^adminOrder|^adminUser|^adminActivationCode|^app/;

describe.each(keyed)('$title with one key', at => {
  it('does it once, and for another request is refused', async () => {
    const first = await send(at, { idemKey: KEY });
    expect(first).toMatchObject({ code: 0, data: { _id: expect.any(String) as string } });
    const same = { code: 0, data: { _id: first.data?._id } };
    const done = await world.dump();
    expect(await send(at, { idemKey: KEY })).toMatchObject(same);
    const other = await send(at, { ...otherWish(at), idemKey: KEY });
    expect(other).toMatchObject({ code: codes.repeated });
    expect(await world.dump()).toBe(done);
  });

  if (!valuable.test(at.title)) return;
  it('for two requests at once does one of them', async () => {
    const both = [{ idemKey: KEY }, { ...otherWish(at), idemKey: KEY }];
    const answers = await Promise.all(both.map(change => send(at, change)));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, codes.repeated]);
  });
});

it('a key of one administrator says nothing about that of another', async () => {
  const at = keyed.find(({ title }) => title === 'adminMessage.sendServiceMessage')!;
  const mine = await send(at, { idemKey: KEY });
  const { token: other } = await world.someAdmin({ username: 'other' });
  const theirs = await send(at, { ...otherWish(at), idemKey: KEY }, other);
  expect([mine.code, theirs.code]).toEqual([0, 0]);
  expect(theirs.data?._id).not.toBe(mine.data?._id);
});

it('every change is one of an action that takes a key', () => {
  expect(keyed.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(changes)));
});

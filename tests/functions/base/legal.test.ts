import { beforeEach, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { legalKinds, unfilledPlaces } from '#contract/legal.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok, set, rows } = world;
beforeEach(() => world.reset());

const anonymous = { caller: visitorNo(1) };
const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' } };
type Who = typeof anonymous | typeof inWechat;

const compliance = (data: object) =>
  ok('adminSettings', 'updateSettings', { type: 'compliance', data } as never);
const text = (more = '') => `## 规则\n\n${'这是一条写给用户的规则。'.repeat(12)}${more}`;
const publish = (kind: (typeof legalKinds)[number], more = '') =>
  ok('adminSettings', 'publishLegalText', { kind, text: text(more) });
const siteFor = async (who: object = {}) =>
  (await ok('systemSettings', 'getSettings', { group: 'system' }, who)).site;
const ticket = (who: Who) =>
  call('appUpload', 'getUploadTicket', { fileName: 'a.jpg', size: 9 }, { ...who, agrees: false });
const consent = (who: Who, version = '1') =>
  ok('appUser', 'consentToPhotos', { version, pictured: true, age: 'over14' }, who);
const agree = (who: Who) => ok('appUser', 'agree', { version: '1' }, who);
const missing = async () => (await ok('adminSettings', 'getLegalTexts', {})).missing;

describe('a legal text', () => {
  it.each(legalKinds)('has a default that names what the settings say: %s', async kind => {
    await set('settings', 'compliance', { documents: {} });
    const { version, text: shown } = await ok('systemSettings', 'getLegalText', { kind });
    expect(version).toBe('');
    expect(shown.length).toBeGreaterThan(500);
    expect(shown).not.toMatch(/undefined|NaN|\[object/);
  });

  it('states today’s days in its default, and marks what only the operator knows', async () => {
    const data = { retention: { userUploadDays: 37 } };
    await ok('adminSettings', 'updateSettings', { type: 'system', data } as never);
    await compliance({ operator: { name: '' } });
    const { suggested } = await ok('adminSettings', 'getLegalText', { kind: 'privacy' });
    expect(suggested).toContain('37');
    expect(unfilledPlaces(suggested).length).toBeGreaterThan(0);
  });

  it('becomes the current version, and the earlier ones can still be read', async () => {
    const first = await publish('privacy', '第一版');
    const second = await publish('privacy', '第二版');
    expect(second.version).toMatch(/^\d{4}-\d{2}-\d{2}\.2$/);
    const { history } = await ok('adminSettings', 'getLegalText', { kind: 'privacy' });
    expect(history.map(({ version }) => version)).toEqual([second.version, first.version, '1']);
    expect((await siteFor()).legal.documents.privacy).toBe(second.version);
    const read = async (version?: string) =>
      (await ok('systemSettings', 'getLegalText', { kind: 'privacy', ...(version && { version }) }))
        .text;
    expect(await read()).toContain('第二版');
    expect(await read(first.version)).toContain('第一版');
    expect(await call('systemSettings', 'getLegalText', { kind: 'face', version: 'x' })).toEqual(
      expect.objectContaining({ code: 40400 }),
    );
    const [row] = await rows('auditLogs').then(all =>
      all.filter(({ action }) => action === 'publishLegalText').slice(-1),
    );
    expect(row).toMatchObject({ reason: `发布《隐私政策》${second.version} 版` });
  });

  it('is refused with places left to be filled in, and after another one has published', async () => {
    expect(
      await call('adminSettings', 'publishLegalText', {
        kind: 'refunds',
        text: text('【请填写：客服电话】'),
      }),
    ).toMatchObject({
      code: 40001,
      data: { fields: { text: expect.stringContaining('1 处') as unknown } },
    });
    const stale = { kind: 'refunds' as const, text: text(), version: '0' };
    expect(await call('adminSettings', 'publishLegalText', stale)).toMatchObject({
      code: 40902,
    });
  });

  it('says where it differs from the settings', async () => {
    await publish('privacy');
    const data = { retention: { userUploadDays: 37 } };
    await ok('adminSettings', 'updateSettings', { type: 'system', data } as never);
    await publish('minors');
    const later = { retention: { userUploadDays: 38 } };
    await ok('adminSettings', 'updateSettings', { type: 'system', data: later } as never);
    const { list } = await ok('adminSettings', 'getLegalTexts', {});
    const outdated = (of: string) => list.find(({ kind }) => kind === of)!.outdated;
    expect(outdated('privacy')).toEqual(['用户照片保存天数']);
    // A text that does not mention it is not outdated.
    expect(outdated('refunds')).toEqual([]);
  });

  it('shares its version with no other text of the day, and no restored version takes it back', async () => {
    await compliance({ operator: { address: '杭州' } });
    const [face, privacy] = [await publish('face'), await publish('privacy')];
    expect(privacy.version).toBe(`${face.version}.2`);
    // A form that was open meanwhile still saves.
    const { rev } = await ok('adminSettings', 'getSettings', { type: 'compliance' });
    await ok('adminSettings', 'updateSettings', {
      type: 'compliance',
      rev,
      data: { operator: { address: '上海' } },
    } as never);
    const { list } = await ok('adminSettings', 'getSettingRevisions', { type: 'compliance' });
    const first = list.at(-1)!;
    await ok('adminSettings', 'restoreSetting', { type: 'compliance', rev: first.rev });
    expect((await siteFor()).legal.documents).toMatchObject({
      face: face.version,
      privacy: privacy.version,
    });
  });

  it('keeps the version of an installation that has published none', async () => {
    await set('settings', 'compliance', { documents: {} });
    await set('settings', 'general', { agreementVersion: '7' });
    expect((await siteFor()).agreementVersion).toBe('7');
    const { version } = await publish('agreement');
    expect((await siteFor()).agreementVersion).toBe(version);
  });
});

describe('going online', () => {
  const online = () =>
    call('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0001',
      field: 'status',
      value: 'online',
    });

  it('is refused while something is missing that the law asks for; what is online stays', async () => {
    expect(await missing()).toEqual([]);
    await compliance({ filing: { icp: '' } });
    expect(await missing()).toEqual(['ICP 备案号']);
    const [before] = (await rows('templates')).filter(({ _id }) => _id === 'tpl_0001');
    expect(before).toMatchObject({ status: 'online' });
    await ok('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0001',
      field: 'status',
      value: 'offline',
    });
    expect(await online()).toMatchObject({
      code: 40902,
      message: expect.stringContaining('缺少：ICP 备案号') as unknown,
      data: { missing: ['ICP 备案号'] },
    });
    await compliance({ filing: { icp: '浙ICP备00000000号-1' } });
    expect((await online()).code).toBe(0);
  });

  it('of many at once is refused for each, and says why', async () => {
    await compliance({ operator: { licenseUrl: '' } });
    await set('templates', 'tpl_0001', { status: 'offline' });
    const { results } = await ok('adminTemplate', 'batchUpdate', {
      ids: ['tpl_0001'],
      field: 'status',
      value: 'online',
    });
    expect(results).toEqual([
      {
        _id: 'tpl_0001',
        result: 'failed',
        message: expect.stringContaining('营业执照链接') as unknown,
      },
    ]);
  });

  it('needs the moderation of pictures, texts and works', async () => {
    const data = { moderation: { images: false, results: false } };
    await ok('adminSettings', 'updateSettings', { type: 'system', data } as never);
    expect(await missing()).toEqual(['图片内容审核', '结果图内容审核']);
  });

  it('takes no day that is none', async () => {
    for (const consentFrom of ['2026-99-99', '2026-02-30', 'soon'])
      expect(
        await call('adminSettings', 'updateSettings', {
          type: 'compliance',
          data: { miniProgram: { consentFrom } },
        } as never),
      ).toMatchObject({ code: 40001 });
  });

  it('takes links of visitors only as https', async () => {
    for (const licenseUrl of ['http://example.com/a', 'javascript:alert(1)'])
      expect(
        await call('adminSettings', 'updateSettings', {
          type: 'compliance',
          data: { operator: { licenseUrl } },
        } as never),
      ).toMatchObject({ code: 40001 });
  });
});

describe('what is missing while templates are online', () => {
  it('alerts administrators once a day, and takes nothing offline', async () => {
    await compliance({ filing: { icp: '' } });
    await finishJob(world, 'reviewTemplates');
    await finishJob(world, 'reviewTemplates');
    const alerts = (await rows('messages')).filter(({ event }) => event === 'legalMissing');
    expect(alerts.map(({ channel }) => channel).sort()).toEqual(['email', 'wecom']);
    expect(alerts[0]).toMatchObject({
      values: { missing: 'ICP 备案号' },
      path: 'settings?tab=compliance',
    });
    const [template] = (await rows('templates')).filter(({ _id }) => _id === 'tpl_0001');
    expect(template).toMatchObject({ status: 'online' });
  });
});

describe('agreement, privacy text and list of receivers', () => {
  const { refundRules: _none, ...print } = appPrintActions.createPrintOrder.example;
  const beginnings = [
    ['appOrder', 'createOrder', { packageId: 'pkg_0002' }],
    ['appPrint', 'createPrintOrder', print],
    ['appUser', 'redeemCode', { code: 'ABCD-EFGH-JKLM-NPQR' }],
  ] as const;

  it.each(beginnings)('are agreed to before %s.%s', async (name, action, data) => {
    const refused = { code: 40902, data: { needsAgreement: true } };
    const users = (await rows('users')).length;
    const who = { ...anonymous, agrees: false };
    expect(await call(name as 'appUser', action as 'redeemCode', data, who)).toMatchObject(refused);
    expect(await rows('users')).toHaveLength(users);
    await agree(anonymous);
    expect(
      (await call(name as 'appUser', action as 'redeemCode', data, who)).data,
    ).not.toMatchObject(refused.data);
  });

  it('are agreed to again once the list of receivers is another one', async () => {
    await agree(anonymous);
    const { version } = await publish('sharing');
    expect((await siteFor()).agreementVersion).toBe(version);
    expect(await ticket(anonymous)).toMatchObject({ data: { needsAgreement: true } });
  });
});

describe('the consent to photos', () => {
  it('is asked for beside the agreement, and again for a new text', async () => {
    expect(await ticket(anonymous)).toMatchObject({ data: { needsAgreement: true } });
    await agree(anonymous);
    expect(await ticket(anonymous)).toMatchObject({
      code: 40902,
      data: { needsPhotoConsent: true },
    });
    await consent(anonymous);
    expect((await ticket(anonymous)).code).toBe(0);
    const { version } = await publish('face');
    expect(await ticket(anonymous)).toMatchObject({ data: { needsPhotoConsent: true } });
    expect(
      await call(
        'appUser',
        'consentToPhotos',
        { version: '1', pictured: true, age: 'over14' },
        anonymous,
      ),
    ).toMatchObject({ code: 40902 });
    await consent(anonymous, version);
    expect((await ticket(anonymous)).code).toBe(0);
  });

  it('is asked for again once photos go abroad', async () => {
    await agree(anonymous);
    await consent(anonymous);
    await set('apiKeys', 'key_0001', { region: 'ai' });
    expect(await siteFor()).toMatchObject({ isAbroad: true });
    expect(await ticket(anonymous)).toMatchObject({ data: { needsPhotoConsent: true } });
    await consent(anonymous, '1+abroad');
    expect((await ticket(anonymous)).code).toBe(0);
  });

  it('is asked for before a photo of an earlier visit is used', async () => {
    const photo = 'user_upload/demo/photo_0001.jpg';
    const wish = { templateId: 'tpl_0001', inputs: { photo } };
    await set('users', 'usr_0001', { photoConsent: null });
    expect(await call('appTask', 'createTask', wish, { agrees: false })).toMatchObject({
      code: 40902,
      data: { needsPhotoConsent: true },
    });
    const given = { version: '1+abroad', time: 1, age: 'over14', withdrawnTime: null };
    await set('users', 'usr_0001', { photoConsent: given });
    expect((await call('appTask', 'createTask', wish)).code).toBe(0);
  });

  it('leaves one row however often the same is given, and not many a day', async () => {
    const given = async () =>
      (await rows('consents')).filter(({ kind, isGiven }) => kind === 'face' && isGiven).length;
    await agree(anonymous);
    await Promise.all([consent(anonymous), consent(anonymous)]);
    const before = await given();
    await consent(anonymous);
    expect(await given()).toBe(before);
    let code = 0;
    for (let times = 0; times < 25 && code === 0; times += 1) {
      await ok('appUser', 'withdrawPhotoConsent', {}, anonymous);
      const again = { version: '1', pictured: true, age: 'over14' } as const;
      ({ code } = await call('appUser', 'consentToPhotos', again, anonymous));
    }
    expect(code).toBe(42901);
  });

  it('is asked of mini-programs from the day of the settings on, and is missing until then', async () => {
    await agree(inWechat);
    expect(await ticket(inWechat)).toMatchObject({ data: { needsPhotoConsent: true } });
    await compliance({ miniProgram: { consentFrom: '2999-01-01' } });
    expect((await ticket(inWechat)).code).toBe(0);
    expect(await missing()).toEqual(['小程序的同意校验']);
    await compliance({ miniProgram: { consentFrom: '2020-01-01' } });
    expect(await missing()).toEqual([]);
    expect(await ticket(inWechat)).toMatchObject({ data: { needsPhotoConsent: true } });
    const order = { packageId: 'pkg_0002' };
    const who = { ...inWechat, agrees: false };
    expect(await call('appOrder', 'createOrder', order, who)).toMatchObject({
      data: { needsRefundRules: true },
    });
    const confirmed = { ...order, refundRules: '1' };
    expect((await call('appOrder', 'createOrder', confirmed, inWechat)).code).toBe(0);
  });

  it('taken back ends what has not ended, removes the photos, and can be given again', async () => {
    const userId = await world.account(anonymous);
    const photo = 'user_upload/demo/mine.jpg';
    await world.insert('files', [fileRow(photo, { userId, scene: 'user_upload' })]);
    const after = await ok('appUser', 'withdrawPhotoConsent', {}, anonymous);
    expect(after.photoConsent).toBe('');
    // Once more changes nothing.
    await ok('appUser', 'withdrawPhotoConsent', {}, anonymous);
    expect((await ok('appUser', 'getMe', {}, anonymous)).photoConsent).toBe('');
    expect(await ticket(anonymous)).toMatchObject({ data: { needsPhotoConsent: true } });
    await finishJob(world, 'closings');
    expect((await rows('files')).filter(({ filePath }) => filePath === photo)).toEqual([]);
    await consent(anonymous);
    const { list } = await ok('appUser', 'getConsents', {}, anonymous);
    expect(list.map(({ kind, isGiven, age }) => [kind, isGiven, age])).toEqual([
      ['face', true, 'over14'],
      ['face', false, undefined],
      ['face', true, 'over14'],
      ['terms', true, undefined],
    ]);
  });
});

describe('the consent of a user below fourteen', () => {
  const guardian = { name: '李建国', contact: 'li.jianguo@example.com', confirmed: true } as const;
  const photos = { version: '1', pictured: true, age: 'guardian' } as const;
  const give = (more: object = { guardian }) =>
    call('appUser', 'consentToPhotos', { ...photos, ...more }, anonymous);
  const serve = (under14: boolean) => compliance({ minors: { under14 } });
  const me = () => ok('appUser', 'getMe', {}, anonymous);
  const begin = async () => {
    await agree(anonymous);
    await serve(true);
    expect((await give()).code).toBe(0);
    return (await me())._id;
  };
  /** Where the guardian stands in the database, however much of it. */
  const kept = async () =>
    (await rows('users')).filter(user => user['guardian'] || user['guardianCipher']);

  it('is refused while the service is not for them, which the texts say', async () => {
    await agree(anonymous);
    const refused = { code: 40902, message: '本服务不面向未满 14 周岁的用户' };
    expect(await give()).toMatchObject(refused);
    expect((await siteFor()).legal.minors).toEqual({ under14: false });
    const kinds = ['agreement', 'privacy', 'minors', 'face'] as const;
    const texts = async () =>
      Promise.all(kinds.map(kind => ok('adminSettings', 'getLegalText', { kind }, as()))).then(
        all => all.map(({ suggested }) => suggested),
      );
    for (const one of await texts()) expect(one).toMatch(/不向不满 14 周岁的用户|不能使用本服务/);
    await publish('minors');
    await serve(true);
    for (const one of await texts()) expect(one).toContain('填写姓名和联系方式');
    const { list } = await ok('adminSettings', 'getLegalTexts', {}, as());
    expect(list.find(({ kind }) => kind === 'minors')?.outdated).toEqual([
      '是否向未满 14 周岁的用户提供服务',
    ]);
    expect((await give()).code).toBe(0);
    expect((await ticket(anonymous)).code).toBe(0);
    await serve(false);
    expect(await ticket(anonymous)).toMatchObject(refused);
  });

  it.each([
    ['without a guardian', {}],
    ['without a name', { guardian: { ...guardian, name: ' ' } }],
    ['without a way to reach the guardian', { guardian: { ...guardian, contact: '微信' } }],
    ['without the guardian’s own word', { guardian: { ...guardian, confirmed: false } }],
    ['with a guardian of one who is older', { guardian, age: 'over14' }],
  ])('is refused %s', async (_what, more) => {
    await agree(anonymous);
    await serve(true);
    expect((await give(more)).code).toBe(40001);
    expect((await me()).photoConsent).toBe('');
    expect(await kept()).toEqual([]);
  });

  it('names the guardian to the user, to support in part, and whole with a reason', async () => {
    const id = await begin();
    expect((await me()).guardian).toEqual({ name: guardian.name, contact: guardian.contact });
    const shown = await ok('adminUser', 'getUserById', { id }, as());
    expect(shown).toMatchObject({ guardian: '李**，li****om' });
    const everything = await Promise.all(collections.map(({ name }) => rows(name)));
    expect(JSON.stringify(everything)).not.toMatch(/李建国|li\.jianguo/);
    const look = { id, of: 'guardian', reason: '核实监护人' } as const;
    const { phone, guardian: whole } = await ok('adminUser', 'revealContact', look, as());
    expect([phone, whole]).toEqual([undefined, '李建国，li.jianguo@example.com']);
    const audited = (await rows('auditLogs')).filter(({ action }) => action === 'revealContact');
    expect(audited).toMatchObject([{ resourceId: id, reason: '监护人的联系方式：核实监护人' }]);
    expect((await ok('appUser', 'getMe', {}, { caller: visitorNo(2) })).guardian).toBeNull();
  });

  it('given twice is one, and another guardian takes the place of the first', async () => {
    await begin();
    const count = async () => (await rows('consents')).filter(({ kind }) => kind === 'face').length;
    const before = await count();
    await give();
    expect(await count()).toBe(before);
    await give({ guardian: { ...guardian, name: '王芳', contact: '13800138000' } });
    expect((await me()).guardian).toEqual({ name: '王芳', contact: '13800138000' });
    await consent(anonymous);
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['the consent is taken back', () => ok('appUser', 'withdrawPhotoConsent', {}, anonymous)],
    ['the account is deleted', () => ok('appUser', 'deleteMyData', { preview: false }, anonymous)],
  ])('forgets the guardian when %s', async (_what, end) => {
    await begin();
    expect(await kept()).toHaveLength(1);
    await end();
    expect(await kept()).toEqual([]);
    expect((await rows('consents')).some(({ age }) => age === 'guardian')).toBe(true);
  });
});

describe('a consent whose withdrawal was cut off', () => {
  it('is carried out by the job, but for photos of a consent given since', async () => {
    const userId = await world.account(anonymous);
    const photo = (at: number) => `user_upload/demo/cut_off_${at}.jpg`;
    const withdrawnTime = Date.now();
    await world.insert(
      'files',
      [1, 2].map(at => ({
        ...fileRow(photo(at), { userId, scene: 'user_upload' }),
        createTime: withdrawnTime + (at === 1 ? -1 : 1),
      })),
    );
    const photoConsent = { version: '1', time: 1, age: 'over14', withdrawnTime };
    await set('users', userId, { photoConsent, closingTime: withdrawnTime - 1 });
    await finishJob(world, 'closings');
    const left = (await rows('files')).filter(file => file['userId'] === userId);
    expect(left.map(({ filePath }) => filePath)).toEqual([photo(2)]);
    const [user] = (await rows('users')).filter(({ _id }) => _id === userId);
    expect(user).toMatchObject({ closingTime: null });
  });
});

describe('before prints are ordered', () => {
  it('the refund rules are confirmed in their current version', async () => {
    const { refundRules: _none, ...example } = appPrintActions.createPrintOrder.example;
    await world.account(anonymous);
    const who = { ...anonymous, agrees: false };
    expect(await call('appPrint', 'createPrintOrder', example, who)).toMatchObject({
      code: 40902,
      data: { needsRefundRules: true },
    });
  });
});

describe('a complaint', () => {
  it('has a number and a deadline, also in the list of one’s own', async () => {
    await compliance({ complaints: { answerDays: 5 } });
    const wish = { topic: 'minor', text: '孩子用我的手机付了款', templateId: 'tpl_0001' } as const;
    const sent = await ok('appUser', 'sendFeedback', { ...wish, idemKey: 'minor_0001' }, anonymous);
    expect(sent.receiptNo).toMatch(/^F\d{18}$/);
    const q = ` ${sent.receiptNo.toLowerCase()} `;
    const found = await ok('adminFeedback', 'getFeedbacks', { q });
    expect(found.list.map(({ _id }) => _id)).toEqual([sent._id]);
    expect(Math.round((sent.answerBy! - Date.now()) / 86_400_000)).toBe(5);
    expect(
      await ok('appUser', 'sendFeedback', { ...wish, idemKey: 'minor_0001' }, anonymous),
    ).toEqual(sent);
    const { list } = await ok('appUser', 'getFeedbacks', {}, anonymous);
    expect(list).toMatchObject([{ receiptNo: sent.receiptNo, status: 'open' }]);
    const [stored] = (await rows('feedback')).filter(({ _id }) => _id === sent._id);
    expect(stored).toMatchObject({ templateId: 'tpl_0001', topic: 'minor' });
  });
});

import { afterEach, describe, expect, it, onTestFailed } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { PAY_FEN, TASK_CREDITS } from './records.ts';
import { startSimulation } from './simulation.ts';
import { beginStory, type Story } from './story.ts';

const simulation = await startSimulation();
afterEach(() => simulation.leave());

const wish = { amountFen: 500, reasonCode: '其他', reason: '用户申请' };

const begin = async () => {
  const story = await beginStory(simulation);
  onTestFailed(() => console.log(story.lines()));
  return story;
};

/** Part of an order's sum is to be refunded, with unknown outcome. */
const doubtfulRefund = async () => {
  const story = await begin();
  story.next('refund', { fails: 'without effect' });
  const made = await story.call('admin1', 'processRefund', { id: 'ord_1', ...wish });
  expect(made).toMatchObject({ code: 0, data: { outcomeUnknown: true } });
  await story.pass(75_000);
  return { story, id: (made.data as { _id: string })._id };
};

/** Callers that query the gateway about a refund and then send it. */
const askers: [string, (story: Story, id: string) => { ended(): boolean }, string][] = [
  ['the timer', story => story.timer('refunds'), 'timer'],
  ['syncRefund', (story, id) => story.begin('admin1', 'syncRefund', { id }), 'admin1'],
  ['retryRefund', (story, id) => story.begin('admin1', 'retryRefund', { id }), 'admin1'],
];

const expectNoMoreThanConfirmed = async (story: Story) => {
  await story.rest();
  const { paid, confirmed, booked } = await story.money('ord_1');
  expect(paid).toBeLessThanOrEqual(confirmed);
  expect(booked).toBe(paid);
};

describe('a voided refund is not sent', () => {
  it.each(askers)('by a late answer to %s, nor paid beside its successor', async (_, ask, who) => {
    const { story, id } = await doubtfulRefund();
    const answer = story.hold('queryRefund', 'answer', who);
    const asking = ask(story, id);
    await story.until(() => answer.reached() || asking.ended());
    await story.call('admin2', 'voidRefund', { id, reason: '重新发起' });
    const submission = story.hold('refund', 'request', 'admin2');
    const booking = story.begin('admin2', 'processRefund', { id: 'ord_1', ...wish });
    await story.until(() => submission.reached() || booking.ended());
    answer.release();
    await story.until(asking.ended);
    submission.release();
    await expectNoMoreThanConfirmed(story);
  });

  it.each(askers)('while %s is being carried out', async (_, ask, who) => {
    const { story, id } = await doubtfulRefund();
    const submission = story.hold('refund', 'request', who);
    const asking = ask(story, id);
    await story.until(() => submission.reached() || asking.ended());
    await story.call('admin2', 'voidRefund', { id, reason: '重新发起' });
    submission.release();
    await expectNoMoreThanConfirmed(story);
  });

  it('after its submission timed out and is carried out later', async () => {
    const story = await begin();
    story.notices([]);
    const submission = story.hold('refund', 'request', 'admin1');
    const made = await story.call('admin1', 'processRefund', { id: 'ord_1', ...wish });
    expect(made).toMatchObject({ code: 0, data: { outcomeUnknown: true } });
    const { _id: id } = made.data as { _id: string };
    await story.call('admin2', 'voidRefund', { id, reason: '重新发起' });
    submission.release();
    await expectNoMoreThanConfirmed(story);
  });
});

it('money that moves after a void is recorded, and nothing more is sent', async () => {
  const story = await begin();
  story.notices([]);
  const submission = story.hold('refund', 'request', 'admin1');
  const made = await story.call('admin1', 'processRefund', { id: 'ord_1', ...wish });
  const { _id: id } = made.data as { _id: string };
  // It is refused as long as the submission may arrive: no timer asks meanwhile, so none sends it again.
  await story.pass(660_000);
  const voided = await story.call('admin2', 'voidRefund', { id, reason: '重新发起' });
  expect(voided).toMatchObject({ code: 0, data: { status: 'voided' } });
  const sent = story.world.gateway.sent.filter(({ call }) => call === 'refund').length;
  story.world.gateway.promises.broken = true;
  submission.release();
  await story.rest();
  const [row] = await story.refundsOf('ord_1');
  expect(row).toMatchObject({ status: 'success', afterVoid: 'moved' });
  expect(await story.money('ord_1')).toEqual({ paid: 500, confirmed: 0, booked: 500 });
  expect(story.world.gateway.sent.filter(({ call }) => call === 'refund')).toHaveLength(sent);
});

describe('a user who is paid back everything', () => {
  const whole = { ...wish, amountFen: PAY_FEN };
  /** What the order had granted: 600 bought and 60 given. */
  const GRANTED = 660;
  const pictures = async (story: Story) =>
    (await story.world.rows<StoredTask>('tasks')).filter(({ status }) => status === 'succeeded');

  it('gets no pictures while the gateway is asked', async () => {
    const story = await begin();
    await story.world.change('templates', 'tpl_0001', { costCredits: Math.floor(GRANTED / 8) });
    const submission = story.hold('refund', 'request', 'admin1');
    const refunding = story.begin('admin1', 'processRefund', { id: 'ord_1', ...whole });
    await story.until(submission.reached);
    const answers = await story.pictures(8);
    submission.release();
    await story.until(refunding.ended);
    await story.rest();
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(40902));
    expect(await pictures(story)).toEqual([]);
    expect(await story.credits('usr_0001')).toEqual({ paid: 0, gift: 0 });
    expect((await story.money('ord_1')).paid).toBe(PAY_FEN);
  });

  it('does not get back what waiting pictures had held', async () => {
    const story = await begin();
    story.loseCalls();
    await story.world.change('templates', 'tpl_0001', { costCredits: 40 });
    const [waiting] = await story.pictures(1);
    expect(waiting).toMatchObject({ code: 0 });
    await story.call('admin1', 'processRefund', { id: 'ord_1', ...whole });
    await story.pass(30_000);
    await story.cancel((waiting!.data as { _id: string })._id);
    await story.rest();
    expect(await pictures(story)).toEqual([]);
    expect(await story.credits('usr_0001')).toEqual({ paid: 0, gift: 0 });
    expect((await story.money('ord_1')).paid).toBe(PAY_FEN);
  });

  it('owes what a picture cost that was being made', async () => {
    const story = await begin();
    await story.pictures(1);
    await story.call('admin1', 'processRefund', { id: 'ord_1', ...whole });
    await story.rest();
    expect(await pictures(story)).toHaveLength(1);
    const { paid, gift } = await story.credits('usr_0001');
    expect(paid + gift).toBe(-TASK_CREDITS);
  });
});

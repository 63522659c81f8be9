import { screen } from '@testing-library/react';
import { codes } from '#contract/envelope.ts';
import { type Task, taskEntity } from '#contract/task.ts';
import { type User, userEntity } from '#contract/user.ts';
import { type Answers, failed, ok } from '../renderAdmin.tsx';

export const times = { rev: 1, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };

/** A stored task, with what the schema fills in. */
export const aTask = (fields: Partial<Task> & { _id: string }): Task =>
  taskEntity.record.parse({
    ...times,
    taskNo: `T${fields._id}`,
    userId: 'usr_1',
    openid: 'o1',
    status: 'running',
    templateId: 'tpl_1',
    templateSnap: { name: '敦煌飞天' },
    costCredits: 10,
    held: { paid: 0, gift: 10 },
    ...fields,
  });

export const aUser = (_id: string, nickName: string, more: Partial<User> = {}) =>
  userEntity.record.parse({
    ...times,
    _id,
    openid: 'o1',
    nickName,
    status: 'normal',
    credits: { paid: 0, gift: 0 },
    ...more,
  });

/** The user of these tasks. */
export const taskUser = aUser('usr_1', '小满');

export const anOutput = (filePath: string) => ({
  filePath,
  fileType: 'jpg',
  width: 3,
  height: 4,
  nodeId: '',
});

/** What a row about a task, or the page of its user, looks up: the user; its template is no longer there. */
export const taskLookUps: Answers = {
  'adminUser.getUsers': () => ok({ list: [taskUser], total: 1 }),
  'adminUser.getUserById': () => ok(taskUser),
  'adminTemplate.getTemplateById': () => failed(codes.notFound),
};

/** The row of a table with this text. */
export const rowOf = async (text: string) =>
  (await screen.findByText(text)).closest('tr') as HTMLElement;

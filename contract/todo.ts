import { adminRead, adminWrite } from './action.ts';
import { userText } from './personal.ts';
import { approvalRights, kindOfApproval } from './rights/approvals.ts';
import type { Demand } from './rights/demands.ts';
import { allTodoKinds, rightToAct, todoStates } from './todoKinds.ts';
import { id, instant, z } from './zod.ts';

export const todoItem = z.object({
  kind: z.enum(allTodoKinds),
  /** Of the record that waits. */
  _id: id,
  /** Of the record whose page shows it. */
  pageId: id,
  title: userText,
  /** Since when it waits, where that is known. */
  since: instant.nullable(),
  /** When it is to be done at the latest. */
  deadline: instant.nullable(),
  state: z.enum(todoStates),
  /** Who has it; '' for nobody. */
  holderId: z.string(),
  holderName: z.string(),
  claimTime: instant.nullable(),
  putOffUntil: instant.nullable(),
});
export type TodoItem = z.output<typeof todoItem>;

const named = z.strictObject({ kind: z.enum(allTodoKinds), id });

/** Claims on an item take what dealing with it takes. */
const ofItem = ({ kind, id: recordId }: z.output<typeof named>): Demand => {
  const about = kind === 'waitingApprovals' ? kindOfApproval(recordId) : null;
  return about ? [rightToAct(kind), approvalRights[about].decide] : rightToAct(kind);
};

const example = { kind: 'openFeedback' as const, id: 'fb_0001' };

export const todoActions = {
  /**
   * What waits and the role may deal with, the most urgent first: what is overdue, what has a deadline, what has waited longest.
   * It is found in the records, so that an item goes with its cause. `kinds` and `id` ask about one record.
   */
  getTodo: adminRead({
    right: null,
    input: z.strictObject({ kinds: z.array(z.enum(allTodoKinds)).optional(), id: id.optional() }),
    output: z.object({
      list: z.array(todoItem),
      /** The kinds of which there are more than the list has. */
      more: z.array(z.enum(allTodoKinds)),
    }),
    example: {},
  }),
  /**
   * The caller is at it, which colleagues see; for an hour, and as long as each hour has an act of theirs on the record.
   * `from`: who had it as far as the caller knows, '' for nobody; 40902 where it is another colleague by now, or done.
   */
  claimTodo: adminWrite({
    right: ofItem,
    input: named.extend({ from: z.union([id, z.literal('')]) }),
    output: todoItem,
    example: { ...example, from: '' },
  }),
  /** Nothing changes where the caller has it no longer. */
  releaseTodo: adminWrite({ right: ofItem, input: named, output: todoItem, example }),
  /** For the caller alone, who gives it back; null takes it up again. 40902 where it is due within a day. */
  snoozeTodo: adminWrite({
    right: ofItem,
    input: named.extend({ until: instant.nullable() }),
    output: todoItem,
    example: { ...example, until: null },
  }),
};

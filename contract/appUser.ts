import { listOutput, unsearchedListInput, visitorRead, visitorWrite } from './action.ts';
import { typedCode } from './activationCode.ts';
import { ledgerEntry, userEntity } from './user.ts';
import { instant, z } from './zod.ts';

/** What a visitor may see of himself: nothing that support wrote. */
const me = userEntity.record.pick({
  _id: true,
  nickName: true,
  avatarUrl: true,
  isAnonymous: true,
  phoneTail: true,
  packageId: true,
  packageName: true,
  packageExpireTime: true,
  credits: true,
  createTime: true,
});

export const appUserActions = {
  /** Creates the caller's record if there is none. */
  getMe: visitorWrite({
    input: z.strictObject({}),
    output: me,
    example: {},
  }),
  /**
   * The same refusal for every code that cannot be redeemed. After five wrong codes in ten minutes further ones are
   * refused.
   */
  redeemCode: visitorWrite({
    input: z.strictObject({ code: typedCode }),
    output: z.object({
      credits: z.int(),
      packageName: z.string(),
      packageExpireTime: instant.nullable(),
    }),
    example: { code: '0123-45678-9ABCD-EFGC' },
  }),
  getLedger: visitorRead({
    input: unsearchedListInput({}, ['createTime']),
    output: listOutput(
      ledgerEntry.pick({
        _id: true,
        createTime: true,
        kind: true,
        bucket: true,
        delta: true,
        balanceAfter: true,
        reason: true,
      }),
    ),
    example: { page: 1, pageSize: 20 },
  }),
};

import type { userOrder, userPrintOrder } from '#contract/userActions.ts';
import type { z } from '#contract/zod.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';

export const users = repository<StoredUser>('users');

export type Order = Stored & z.output<typeof userOrder>;
export type PrintOrder = Stored & z.output<typeof userPrintOrder>;

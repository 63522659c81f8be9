import { useRecord } from '../../kit/base/hooks.ts';
import { UserName } from '../user-link/parts.ts';
import type { FeedbackRecord } from './FeedbackRecord.ts';

/** Who has sent it. */
export const FeedbackUser = () => <UserName id={useRecord<FeedbackRecord>().userId} />;

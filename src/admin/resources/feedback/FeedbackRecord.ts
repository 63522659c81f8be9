import type { Feedback } from '#contract/feedback.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type FeedbackRecord = RecordOf<Feedback>;

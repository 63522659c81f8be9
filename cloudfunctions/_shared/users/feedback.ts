import type { Feedback } from '#contract/feedback.ts';
import { repository, type Stored } from '../base/repository.ts';

export type StoredFeedback = Stored & Omit<Feedback, keyof Stored>;

export const feedback = repository<StoredFeedback>('feedback');

import type { Template } from '#contract/template.ts';
import { inTransaction } from '../base/transaction.ts';
import type { StoredTask } from './tasks.ts';

/** Sets the rating of a task, or takes it back with null, and the average of its template: both or neither. */
export const rate = (id: string, rating: number | null): Promise<StoredTask> =>
  inTransaction(async transaction => {
    const task = await transaction.require<StoredTask>('tasks', id);
    const counted = task.ratedStars ?? null;
    if (task.rating === rating && counted === rating) return task;
    const template = await transaction.get<Template>('templates', task.templateId);
    if (template) {
      const { ratingCount = 0, ratingSum = 0 } = template;
      const count = ratingCount + Number(rating !== null) - Number(counted !== null);
      const sum = ratingSum + (rating ?? 0) - (counted ?? 0);
      await transaction.note('templates', template._id, {
        ratingCount: count,
        ratingSum: sum,
        ratingAverage: count > 0 ? Math.round((sum / count) * 100) / 100 : null,
      });
    }
    return transaction.change('tasks', task, { rating, ratedStars: rating });
  });

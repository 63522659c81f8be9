import type { TaskErrorCode } from '#contract/task.ts';

/**
 * The figures of the counters (`counters.ts`). Each counts on one day: of the payment, of the refund's success, of
 * shipping, otherwise of the record's creation. Readers and writers share these names. Amounts are fen.
 */
export type Figure =
  | 'newUsers'
  /** Users who made pictures, on the day of the task's creation. */
  | 'activeUsers'
  | 'createdOrders'
  /** Late payments included. */
  | 'paidOrders'
  | 'paidFen'
  | 'paidOrders_package'
  | 'paidOrders_template'
  | 'paidOrders_print'
  | 'paidFen_package'
  | 'paidFen_template'
  | 'paidFen_print'
  /** Paid after they were closed. */
  | 'latePaidOrders'
  /** Closed unpaid, on the day of the order's creation. */
  | 'closedOrders'
  | 'refunds'
  | 'refundedFen'
  /** Refunded in full. */
  | 'refundedOrders'
  /** Credits granted by orders, bought and given, on the day of the payment. */
  | 'grantedCredits'
  /** Credits taken back by refunds. */
  | 'clawedBackCredits'
  | 'createdPrints'
  /** Photos of the print orders. */
  | 'printPhotos'
  | 'shippedPrints'
  /** Reprints included, on the day of the print order's creation. */
  | 'completedPrints'
  | 'reprints'
  /** Ended, on the day of the task's creation. */
  | 'tasks'
  | 'succeededTasks'
  /** Expired ones included. */
  | 'failedTasks'
  /** Those that ended with an error, by its code. */
  | `tasks_${TaskErrorCode}`
  /** Credits spent on succeeded tasks. */
  | 'spentCredits'
  /** What the provider charged for tasks, trials included, in its coins. */
  | 'coins'
  /** What the paid credits of succeeded tasks were bought for. */
  | 'earnedFen'
  | 'redeemedCodes';

import type { OrderLine } from '#contract/order.ts';

type Say = (key: string, args?: Record<string, unknown>) => string;

/** `t`: the texts of `resources.orders.line`. */
export const lineName = ({ kind, name }: Pick<OrderLine, 'kind' | 'name'>, at: number, t: Say) =>
  kind === 'photo' ? t('photo', { n: at + 1, name }) : name;

/** What became of a line: refunded, being refunded, printed again. */
export const linePast = (line: OrderLine, t: Say): string[] => {
  const { kind, refundedQty, refundingQty, reprintedQty } = line;
  const unit = kind === 'photo' ? 'prints' : 'pieces';
  return (
    [
      ['refunded', refundedQty],
      ['refunding', refundingQty],
      ['reprinted', reprintedQty],
    ] as const
  ).flatMap(([what, count]) =>
    count > 0 ? [t(`past.${what}`, { count: t(`past.${unit}`, { count }) })] : [],
  );
};

/** How many of it are still to be refunded. */
export const lineLeft = ({ qty, refundedQty, refundingQty }: OrderLine) =>
  Math.max(0, qty - refundedQty - refundingQty);

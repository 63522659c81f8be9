import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ActionData } from '#contract/index.ts';
import { useDataProvider, useSettled } from '../../kit/base/hooks.ts';
import type { OrderOnPage } from './orderRecord.ts';
import type { ChosenItem } from './RefundLinesInput.tsx';

export type RefundAsked = Omit<ActionData<'adminOrder', 'previewRefund'>, 'id'>;

/** What the form holds of a refund; an invalid sum is held as typed. */
export interface RefundValues {
  mode?: 'unused' | 'full' | 'half' | 'items' | 'partial';
  items?: ChosenItem[];
  freeAmount?: boolean;
  amountFen?: unknown;
  clawback?: RefundAsked['clawback'] | undefined;
}

/** Whether the sum is typed; otherwise it is the whole rest, or follows from the lines. */
export const isTypedSum = ({ mode, freeAmount }: RefundValues) =>
  mode === 'partial' || (mode === 'items' && freeAmount === true);

export const sumOf = ({ amountFen }: RefundValues) =>
  typeof amountFen === 'number' && amountFen > 0 ? amountFen : undefined;

/** As the server is asked for a refund and, without the sum that it works out itself, for what one would do. */
export const refundAsked = (values: RefundValues): RefundAsked => {
  const { mode, items = [], freeAmount, clawback } = values;
  const amountFen = sumOf(values);
  return {
    ...(mode === 'unused' && amountFen === undefined && { unused: true }),
    ...(amountFen !== undefined && { amountFen }),
    ...(clawback && { clawback }),
    ...(mode === 'items' && {
      items: items as NonNullable<RefundAsked['items']>,
      ...(freeAmount && { freeAmount }),
    }),
  };
};

const SETTLES_MS = 200;

/** All previews of an order's refund. */
export const refundPreviewKey = (id: string) => ['previewRefund', id];

/**
 * What the server says a refund would do.
 * @param asked null while there is nothing to ask about
 * @returns `isCurrent` once it is about exactly this
 */
export const useRefundPreview = ({ id, rev }: OrderOnPage, asked: RefundAsked | null) => {
  const text = JSON.stringify(asked);
  const settled = useSettled(text, SETTLES_MS);
  const { invoke } = useDataProvider();
  const query = useQuery({
    queryKey: [...refundPreviewKey(id), rev, settled],
    queryFn: () =>
      invoke('adminOrder', 'previewRefund', { id, ...(JSON.parse(settled) as RefundAsked) }),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isAbout = asked !== null && settled === text;
  return {
    preview: asked === null ? undefined : query.data,
    isCurrent: isAbout && query.isSuccess && !query.isPlaceholderData,
    error: isAbout ? query.error : null,
    refetch: query.refetch,
  };
};

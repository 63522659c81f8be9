import { keepPreviousData } from '@tanstack/react-query';
import type { ActionData } from '#contract/index.ts';
import { useAnswer, useSettled } from '../../kit/base/hooks.ts';
import type { OrderOnPage } from './orderRecord.ts';
import type { ChosenItem } from './RefundLinesInput.tsx';

export type RefundAsked = Omit<ActionData<'adminOrder', 'previewRefund'>, 'id'>;

export interface RefundChoice {
  mode?: string | undefined;
  items?: ChosenItem[] | undefined;
  freeAmount?: boolean | undefined;
  clawback?: RefundAsked['clawback'];
}

/** What is chosen besides the sum, as the server is asked for a refund and for what one would do. */
export const chosenRefund = ({ mode, items, freeAmount, clawback }: RefundChoice): RefundAsked => ({
  ...(clawback && { clawback }),
  ...(mode === 'items' &&
    items && {
      items: items as NonNullable<RefundAsked['items']>,
      ...(freeAmount && { freeAmount }),
    }),
});

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
  const query = useAnswer('adminOrder', 'previewRefund', {
    data: { id, ...(JSON.parse(settled) as RefundAsked) },
    queryKey: [...refundPreviewKey(id), rev, settled],
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

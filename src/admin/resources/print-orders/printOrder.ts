import type { PrintOrder, PrintOrderDetail } from '#contract/printOrder.ts';
import { printPapers } from '#contract/printPapers.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type PrintRecord = RecordOf<PrintOrder>;
/** As its page has it; what a list does not carry may be missing for a moment. */
export type PrintOnPage = PrintRecord &
  Partial<Pick<PrintOrderDetail, 'isMiniProgramSet' | 'waiting'>>;
export type PrintItem = PrintOrder['items'][number];

export interface SizeLine {
  size: string;
  paper: string;
  qty: number;
}

/** How many prints of each size and paper. */
export const sizeLines = (items: readonly PrintItem[]): SizeLine[] => {
  const lines = new Map<string, SizeLine>();
  for (const { sizeSnap, paper, qty } of items) {
    const key = `${sizeSnap.code} ${paper}`;
    const before = lines.get(key)?.qty ?? 0;
    lines.set(key, { size: sizeSnap.name, paper: printPapers[paper].label, qty: before + qty });
  }
  return [...lines.values()];
};

/** `浙江省杭州市西湖区文三路 9****`; a city that is its own province is named once. */
export const placeOf = ({ address }: Pick<PrintOrder, 'address'>): string =>
  [...new Set([address.province, address.city, address.district]), address.detail].join('');

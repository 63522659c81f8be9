import { useCallback } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { useRead } from '../useRead.ts';

export type PrintSizeOnSale = ActionOutput<'appPrint', 'getPrintSizes'>['list'][number];

export const usePrintSizes = (invoke: Invoke) => {
  const read = useCallback(
    async (): Promise<PrintSizeOnSale[]> => (await invoke('appPrint', 'getPrintSizes', {})).list,
    [invoke],
  );
  return useRead(read);
};

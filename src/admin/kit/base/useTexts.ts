import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/** The texts below one key, with the values they all take: `useTexts('resources.orders')('close.title')`. */
export const useTexts = (prefix: string, values?: object) => {
  const translate = useTranslate();
  return useCallback(
    (key: string, more?: object) => translate(`${prefix}.${key}`, { ...values, ...more }),
    [translate, prefix, values],
  );
};

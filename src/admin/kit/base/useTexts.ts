import { useTranslate } from 'react-admin';

/** The texts below one key: `useTexts('resources.orders')('close.title')`. */
export const useTexts = (prefix: string, values?: object) => {
  const translate = useTranslate();
  return (key: string, more?: object) => translate(`${prefix}.${key}`, { ...values, ...more });
};

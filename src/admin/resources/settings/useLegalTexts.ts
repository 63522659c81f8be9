import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from '../../kit/base/hooks.ts';

export const legalTextsKey = ['adminSettings', 'legalTexts'];

/** The texts that visitors agree to, and what is missing before the service may be opened to the public. */
export const useLegalTexts = () => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: legalTextsKey,
    queryFn: () => invoke('adminSettings', 'getLegalTexts', {}),
  });
};

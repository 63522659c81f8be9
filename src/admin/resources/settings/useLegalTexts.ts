import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from '../../kit/base/hooks.ts';

/** The texts that visitors agree to, and what is missing before the service may be opened to the public. */
export const useLegalTexts = () => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: ['adminSettings', 'legalTexts'],
    queryFn: () => invoke('adminSettings', 'getLegalTexts', {}),
  });
};

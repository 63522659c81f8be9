import { useState } from 'react';
import { useNotify } from 'react-admin';
import { SelectedText } from '../../../shared/SelectedText.tsx';
import { useCopy } from '../../../shared/useCopy.ts';
import { useTexts } from '../../kit/base/hooks.ts';

/** Puts an address on the clipboard and says so; `byHand` is shown where the browser does not allow it. */
export const useCopyAddress = () => {
  const t = useTexts('resources.images');
  const notify = useNotify();
  const { copied, copy } = useCopy();
  const [address, setAddress] = useState('');
  return {
    copy: async (next: string) => {
      setAddress(next);
      if (await copy(next)) notify('resources.images.copied', { type: 'success' });
      else notify('resources.images.notCopied', { type: 'warning' });
    },
    byHand: copied === false && <SelectedText key={address} text={address} name={t('notCopied')} />,
  };
};

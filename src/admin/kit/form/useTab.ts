import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The visible tab of a page, kept in its address; the first one is the default. */
export const useTab = (ids: readonly string[]): [string, (id: string) => void] => {
  const [params, setParams] = useSearchParams();
  const [first = ''] = ids;
  const [chosen, setChosen] = useState(() => params.get('tab') ?? first);
  const choose = (id: string) => {
    // At once: the router updates later.
    setChosen(id);
    setParams(
      before => {
        const next = new URLSearchParams(before);
        if (id === first) next.delete('tab');
        else next.set('tab', id);
        return next;
      },
      { replace: true },
    );
  };
  return [ids.includes(chosen) ? chosen : first, choose];
};

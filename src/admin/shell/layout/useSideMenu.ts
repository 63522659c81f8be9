import { useState } from 'react';
import { useStore } from 'react-admin';
import { usePhone } from '../../kit/base/usePhone.ts';

/** On a wide screen the menu keeps its last state, open at first; on a phone it is closed by default. */
export const useSideMenu = () => {
  const phone = usePhone();
  const [wide, setWide] = useStore('sideMenu.open', true);
  const [drawer, setDrawer] = useState(false);
  if (!phone && drawer) setDrawer(false);
  return phone
    ? { phone, open: drawer, setOpen: setDrawer }
    : { phone, open: wide, setOpen: (open: boolean) => setWide(open) };
};

import { type Theme, useMediaQuery } from '@mui/material';

/** Up to and including 768 px. */
export const usePhone = () =>
  useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'), { noSsr: true });

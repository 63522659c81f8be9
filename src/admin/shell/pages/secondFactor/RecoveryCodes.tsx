import { Box, Button, GlobalStyles } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useNotify } from 'react-admin';
import { texts } from '#contract/constants.ts';
import { saveFile } from '../../../../shared/saveFile.ts';
import { SelectedText } from '../../../../shared/SelectedText.tsx';
import { dayOf } from '../../../../shared/time.ts';
import { useCopy } from '../../../../shared/useCopy.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';

const PRINTED = 'recovery-codes';

/** Nothing else is printed while they are shown. */
const printed = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    [`.${PRINTED}, .${PRINTED} *`]: { visibility: 'visible' },
    [`.${PRINTED}`]: { position: 'fixed', top: 0, left: 0 },
  },
} as const;

/** Shown this once, to be kept in one of three ways. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => {
  const t = useTexts('app.secondFactor.recovery');
  const notify = useNotify();
  const { identity } = useGetIdentity();
  const { copied, copy } = useCopy();
  const username = (identity as { username?: string } | undefined)?.username ?? '';
  const [day] = useState(() => dayOf(Date.now()));
  const head = `${texts.appTitle} ${t('title')} · ${username} · ${day}`;
  const text = [head, ...codes].join('\n');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <GlobalStyles styles={printed} />
      <Quiet>{t('text')}</Quiet>
      <Box className={PRINTED}>
        <Box sx={{ display: 'none', displayPrint: 'block', mb: 1 }}>{head}</Box>
        <Box
          component="ol"
          aria-label={t('title')}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 0.5,
            m: 0,
            p: 2,
            pl: 5,
            borderRadius: 1,
            bgcolor: 'action.hover',
          }}
        >
          {codes.map(code => (
            <li key={code}>
              <Box component="code" sx={{ fontSize: '0.9375rem' }}>
                {code}
              </Box>
            </li>
          ))}
        </Box>
      </Box>
      {copied === false && <SelectedText text={codes.join(' ')} name={t('title')} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          onClick={() => void copy(text).then(done => done && notify(t('copied')))}
        >
          {t('copy')}
        </Button>
        <Button
          variant="outlined"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), t('file'))}
        >
          {t('download')}
        </Button>
        <Button variant="outlined" onClick={() => print()}>
          {t('print')}
        </Button>
      </Box>
    </Box>
  );
};

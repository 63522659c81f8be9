import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { Box } from '@mui/material';
import { useEffect } from 'react';
import { IconButtonWithTooltip } from 'react-admin';
import { SelectedText } from '../../../shared/SelectedText.tsx';
import { useCopy } from '../../../shared/useCopy.ts';
import { useTexts } from '../base/hooks.ts';

const SAID_MS = 1_600;

export interface CopyTextProps {
  text: string;
  /** Name for screen readers: 订单号. */
  name: string;
}

/** A button to copy a text. */
export const CopyText = ({ text, name }: CopyTextProps) => {
  const t = useTexts('action');
  const { copied, copy, forget } = useCopy();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(forget, SAID_MS);
    return () => clearTimeout(timer);
  });
  if (copied === false) return <SelectedText text={text} name={t('copyByHand', { name })} />;
  const spaced = name.replace(/^(?=\w)/, ' ');
  const label = t(copied ? 'textCopied' : 'copyText', { name: spaced });
  return (
    <IconButtonWithTooltip
      label={label}
      size="small"
      sx={{ p: 0.5, color: copied ? 'success.main' : 'text.secondary' }}
      onClick={event => {
        event.stopPropagation();
        void copy(text);
      }}
    >
      {copied ? <CheckIcon sx={{ fontSize: 15 }} /> : <CopyIcon sx={{ fontSize: 15 }} />}
    </IconButtonWithTooltip>
  );
};

/** A number with a button to copy it, at the end of its line. */
export const CopiedText = (props: CopyTextProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{props.text}</Box>
    <CopyText {...props} />
  </Box>
);

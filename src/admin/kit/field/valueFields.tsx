import {
  Box,
  type BoxProps,
  Chip,
  type ChipProps,
  Link as MuiLink,
  type LinkProps,
  type Theme,
  useTheme,
} from '@mui/material';
import { createElement, type ElementType, type MouseEvent } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link, type To } from 'react-router-dom';
import type { Choice, Tone } from '#contract/action.ts';
import { exactTime, relativeTime } from '../../../shared/time.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useNow } from '../base/useNow.ts';

const colours: Record<Tone, (theme: Theme) => string> = {
  neutral: theme => theme.palette.text.disabled,
  info: theme => theme.palette.info.main,
  success: theme => theme.palette.success.main,
  warning: theme => theme.palette.warning.main,
  danger: theme => theme.palette.error.main,
};

export const toneColour = (tone: Tone) => colours[tone];

const labelled = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 7,
  whiteSpace: 'nowrap',
} as const;
const dot = { width: 7, height: 7, borderRadius: '50%', flex: 'none' } as const;

export interface DotProps {
  tone: Tone;
  /** Where no words beside it say the same. */
  label?: string;
}

/** Plain elements, as every row of a list has one: a `Box` works out its styles whenever it is rendered. */
export const Dot = ({ tone, label }: DotProps) => {
  const theme = useTheme();
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
      style={{ ...dot, backgroundColor: colours[tone](theme) }}
    />
  );
};

/** A dot and its label, from a table of the contract. */
export const StatusLabel = ({ label, tone }: Choice) => (
  <span style={labelled}>
    <Dot tone={tone} />
    {label}
  </span>
);

export interface StatusFieldProps {
  source?: string;
  choices: Record<string, Choice>;
}

export const StatusField = ({ source = 'status', choices }: StatusFieldProps) => {
  const value = String(useRecordContext()?.[source] ?? '');
  const choice = choices[value];
  return choice ? <StatusLabel {...choice} /> : <span>{value}</span>;
};

/** Relative; the exact time on hover by the browser itself, as a page has forty times and more. */
export const Time = ({ instant }: { instant: number }) => {
  const now = useNow();
  const exact = exactTime(instant);
  return (
    <time
      dateTime={new Date(instant).toISOString()}
      style={{ whiteSpace: 'nowrap' }}
      title={exact}
      aria-label={exact}
    >
      {relativeTime(instant, now)}
    </time>
  );
};

/** Relative, with the exact time on hover. */
export const TimeField = ({ source }: { source: string }) => {
  const instant = useRecordContext()?.[source] as number | null | undefined;
  return instant ? <Time instant={instant} /> : null;
};

/** Cut where its place ends, with an ellipsis. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

export interface OneLineProps {
  text: string;
  /** CSS pixels at most, in a table. */
  width?: number;
  strong?: boolean;
}

/** A text that people wrote, which may be long: cut in its column, whole on hover. */
export const OneLine = ({ text, width = 200, strong = false }: OneLineProps) => (
  <Box
    title={text}
    sx={{ ...oneLine, maxWidth: { sm: width }, ...(strong && { fontWeight: 500 }) }}
  >
    {text}
  </Box>
);

export interface PageLinkProps extends LinkProps {
  to: To;
  /** The name of a record, among other text. */
  strong?: boolean;
  /** It says nothing but that there is a page: without the page it is not there, otherwise its text stays. */
  isOnlyWay?: boolean;
}

/** A link to another page; the row it stands in does not take the click. */
export const PageLink = ({ strong = false, isOnlyWay, sx = [], ...link }: PageLinkProps) => {
  const given = Array.isArray(sx) ? sx : [sx];
  if (!useCan()({ to: link.to })) {
    const { children, title = '', noWrap = false } = link;
    return isOnlyWay ? null : (
      <Box
        component="span"
        {...(title && { title })}
        sx={[noWrap && { ...oneLine, display: 'block' }, strong && { fontWeight: 500 }, ...given]}
      >
        {children}
      </Box>
    );
  }
  return (
    <MuiLink
      component={Link}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      {...link}
      sx={[strong && { fontWeight: 500, color: 'text.primary' }, ...given]}
    />
  );
};

export interface QuietProps extends BoxProps {
  component?: ElementType;
  /** Smaller than what is beside it, and smaller still. */
  small?: boolean;
  tiny?: boolean;
}

const fontSizeOf = ({ small, tiny }: QuietProps) => {
  if (tiny) return { fontSize: '0.75rem' };
  return small ? { fontSize: '0.8125rem' } : {};
};

/** What matters less than what is beside it; a plain element where nothing more is said of its style, see `Dot`. */
export const Quiet = ({ small = false, tiny = false, sx, ...box }: QuietProps) => {
  const { palette } = useTheme();
  const size = fontSizeOf({ small, tiny });
  if (sx) {
    const given = Array.isArray(sx) ? sx : [sx];
    return <Box {...box} sx={[{ color: 'text.secondary', ...size }, ...given]} />;
  }
  const { component = 'div', style, ...element } = box;
  return createElement(component, {
    ...element,
    style: { color: palette.text.secondary, ...size, ...style },
  });
};

/** In place of a value that is not there. */
export const None = () => {
  const translate = useTranslate();
  return <Quiet component="span">{translate('list.none')}</Quiet>;
};

/** A mark as high as the text beside it. */
export const SmallChip = (props: ChipProps) => (
  <Chip {...props} sx={{ height: 18, fontSize: '0.6875rem', flex: 'none' }} />
);

import { Box } from '@mui/material';

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

/** As many columns as fit; two on a phone. */
export const imageGridStyle = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(172px, 1fr))',
  },
  gap: { xs: 1.5, sm: 2 },
  p: { xs: 1.5, sm: 2 },
} as const;

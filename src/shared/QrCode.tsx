import { encode } from 'uqr';

export interface QrCodeProps {
  text: string;
  label: string;
  className?: string;
}

/** Dark on light in both themes: scanners need it so. */
export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

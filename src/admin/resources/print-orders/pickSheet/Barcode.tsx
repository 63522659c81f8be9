import { code128 } from './code128.ts';

/** A number for the scanner. Black on white whatever the theme. */
export const Barcode = ({ text, label }: { text: string; label: string }) => {
  const code = code128(text);
  if (!code) return null;
  const quiet = 10;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.width + 2 * quiet} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ display: 'block', width: 232, height: 36, background: '#fff' }}
    >
      {code.bars.map(({ x, width }) => (
        <rect key={x} x={x + quiet} y={0} width={width} height={40} fill="#000" />
      ))}
    </svg>
  );
};

import fc from 'fast-check';

/** Text of any code points. For its own `unit: 'binary'` fast-check first makes a table of the million there are. */
export const anyText = fc
  .array(fc.nat(0x10ffff).filter(code => code < 0xd800 || code > 0xdfff))
  .map(codes => String.fromCodePoint(...codes));

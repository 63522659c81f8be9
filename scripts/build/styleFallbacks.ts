import type { AtRule, Declaration, Plugin, Rule } from 'postcss';

/** Half of a mix or more: the colour alone; less, and no line, which would be lost: what it is mixed into. */
const unmixed = ({ prop, value }: Declaration) =>
  value.replaceAll(
    /color-mix\(in srgb, ([^ ]+) (\d+)%, ([^ ]+)\)/g,
    (_, colour: string, percent: string, into: string) =>
      Number(percent) >= 40 || prop.startsWith('border') ? colour : into,
  );

const later = [
  {
    pattern: /color-mix\(/,
    condition: '(color: color-mix(in srgb, red, blue))',
    instead: unmixed,
  },
  {
    pattern: /\ddvh/,
    condition: '(height: 1dvh)',
    instead: ({ value }: Declaration) => value.replaceAll(/(\d)dvh/g, '$1vh'),
  },
];

/**
 * Gives mixed colours and heights of the visible part a fall-back. One before it in the same rule would not do: a value
 * with a variable counts as understood by every browser, and then as none.
 */
export const styleFallbacks: Plugin = {
  postcssPlugin: 'style fallbacks',
  Declaration(declaration, { AtRule: Supports }) {
    const rule = declaration.parent as Rule;
    const isDone = (rule.parent as AtRule | undefined)?.name === 'supports';
    const found = later.find(({ pattern }) => pattern.test(declaration.value));
    if (!found || isDone) return;
    const supports = new Supports({ name: 'supports', params: found.condition });
    supports.append(rule.clone({ nodes: [declaration.clone()] }));
    rule.after(supports);
    declaration.value = found.instead(declaration);
  },
};

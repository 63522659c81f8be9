import type { AtRule, Plugin, Rule } from 'postcss';

const faint = /color-mix\(in srgb, [^ ]+ [0-3]?\d%, ([^ ]+)\)/g;
const strong = /color-mix\(in srgb, ([^ ]+) \d+%, [^ ]+\)/g;

/**
 * Gives mixed colours and heights of the visible part a fall-back. One before it in the same rule would not do: a value
 * with a variable counts as understood by every browser, and then as none.
 */
export const styleFallbacks: Plugin = {
  postcssPlugin: 'style fallbacks',
  Declaration(declaration, { AtRule: Supports }) {
    const { prop, value, parent } = declaration;
    // A faint line would be gone.
    const simple = value
      .replaceAll(faint, prop.startsWith('border') ? 'var(--field-border)' : '$1')
      .replaceAll(strong, '$1')
      .replaceAll(/(\d)dvh/g, '$1vh');
    const params = `(${value.includes('dvh') ? 'height: 1dvh' : 'color: color-mix(in srgb, red, blue)'})`;
    if (simple === value || (parent?.parent as AtRule | undefined)?.params === params) return;
    const rule = parent as Rule;
    const supports = new Supports({ name: 'supports', params });
    rule.after(supports.append(rule.clone({ nodes: [declaration.clone()] })));
    declaration.value = simple;
  },
};

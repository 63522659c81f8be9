/** The contents of all elements of this name that hold text. The documents read here are small and flat. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => unescape(text));
}

/** A value as an element: a list as several, an object as its elements. */
export type XmlValue =
  | string
  | number
  | boolean
  | XmlValue[]
  | { [name: string]: XmlValue | undefined };

function element(name: string, value: XmlValue): string {
  if (Array.isArray(value)) return value.map(item => element(name, item)).join('');
  const content =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([inner, part]) => (part === undefined ? '' : element(inner, part)))
          .join('')
      : escape(String(value));
  return `<${name}>${content}</${name}>`;
}

export const xmlDocument = (name: string, value: XmlValue): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`;

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const unescape = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(parseInt(String(hex), 16));
    return ENTITIES[name] ?? all;
  });

const escape = (text: string) => text.replace(/[<>&"']/g, sign => `&#${sign.charCodeAt(0)};`);

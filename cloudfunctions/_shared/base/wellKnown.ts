/** Values from guides and examples that are meant to be replaced. */
const placeholders =
  /changeme|changethis|changeit|replaceme|replacethis|placeholder|example|your(own)?(secret|key|password|token)|insertyour|notasecret|insecure|dummy/;

/** Common passwords, without case and punctuation. */
const common = new Set(
  `password passwd passw0rd pass admin administrator admin123 admin888 root toor secret secretkey mysecret supersecret
  default test testing test123 demo sample foobar letmein welcome welcome1 qwerty qwerty123 qwertyuiop asdfgh asdfghjkl
  zxcvbn zxcvbnm 1q2w3e 1q2w3e4r 1qaz2wsx abc123 a123456 123456 1234567890 123456a 654321 123321 112233 123123 woaini
  iloveyou monkey dragon master guest login user temp todo none null undefined key token xxx`
    .split(/\s+/)
    .filter(Boolean),
);

/** One to four characters again and again: zeros, `abab`. */
const repeats = (text: string) =>
  [1, 2, 3, 4].some(
    length =>
      text.length >= 2 * length && [...text].every((char, at) => char === text[at % length]),
  );

/** Characters that each increase or decrease by one: `abcdef`, the bytes from 0 to 31. */
const counts = (text: string) =>
  text.length >= 4 &&
  [1, -1].some(step =>
    [...text].every((_, at) => at === 0 || text.charCodeAt(at) - text.charCodeAt(at - 1) === step),
  );

/**
 * Why a secret gives no protection, or null: it is missing, appears in guides, or is a simple pattern. The answer never
 * contains the value.
 */
export const wellKnown = (value: string | undefined): string | null => {
  const text = (value ?? '').trim();
  if (!text) return 'is missing';
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const isTemplate = /^(\{\{.*\}\}|\$\{.*\}|<.*>|%.*%)$/s.test(text);
  if (isTemplate || placeholders.test(plain)) return 'is a placeholder';
  if (common.has(plain)) return 'is well known';
  return repeats(text) || counts(text) ? 'is a pattern' : null;
};

/** A secret in every encoding in which it might leak. */
const dressed = (secret: string): string[] => {
  // Of a key of several lines any one of them is too much.
  const lines = secret.split('\n').filter(line => line.length >= 40 && !line.startsWith('-----'));
  const parts = secret.includes('\n') ? lines : [secret];
  return parts.flatMap(part => {
    const bytes = Buffer.from(part, 'utf8');
    const encoded = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
    return [
      part,
      JSON.stringify(part).slice(1, -1),
      encodeURIComponent(part),
      // The end of base64 depends on what follows.
      ...encoded.map(text => text.slice(0, Math.floor(text.length * 0.9))),
    ];
  });
};

/** What must never be seen, by name. */
export const createVault = () => {
  const texts = new Map<string, Set<string>>();
  return {
    keep(name: string, ...secrets: string[]) {
      const known = texts.get(name) ?? new Set<string>();
      for (const secret of secrets) {
        if (secret.length < 6)
          throw new Error(`${name} is too short to be told from anything else`);
        for (const text of dressed(secret)) known.add(text);
      }
      texts.set(name, known);
    },
    names: () => [...texts.keys()],
    /** Names of the secrets that are in there. */
    seenIn: (text: string, allowed: readonly string[] = []): string[] =>
      [...texts]
        .filter(([name]) => !allowed.includes(name))
        .filter(([, forms]) => [...forms].some(form => text.includes(form)))
        .map(([name]) => name),
  };
};

/**
 * The body of an answer, of which no more is read than that: an announced length is believed only if it is too large.
 * @param most bytes
 * @returns null for a larger one
 */
export const readBody = async (response: Response, most: number): Promise<Buffer | null> => {
  if (Number(response.headers.get('content-length')) > most) {
    await response.body?.cancel().catch(() => undefined);
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Hands a file to the browser: its content, or an address of it. */
export const saveFile = (content: Blob | string, name: string) => {
  const href = typeof content === 'string' ? content : URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), {
    href,
    download: name,
    rel: 'noopener',
  });
  document.body.append(link);
  link.click();
  link.remove();
  // After the browser has begun to read it.
  if (href !== content) setTimeout(() => URL.revokeObjectURL(href), 60_000);
};

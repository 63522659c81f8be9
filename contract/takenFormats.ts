/** What is stored, with the extension and type it is stored under. */
export const takenFormats = {
  JPEG: { mime: 'image/jpeg', extension: 'jpg' },
  PNG: { mime: 'image/png', extension: 'png' },
  WebP: { mime: 'image/webp', extension: 'webp' },
  GIF: { mime: 'image/gif', extension: 'gif' },
} as const;
export type TakenFormat = keyof typeof takenFormats;

/** Offered for choice; what a chosen file is, its bytes say. */
export const acceptedTypes = Object.values(takenFormats).map(({ mime }) => mime);

const knownExtension = /\.(jpe?g|png|webp|gif|hei[cf]|avif|bmp|tiff?)$/i;

/** A picture's file name with the extension of what it is. */
export const namedAs = (name: string, { extension }: { extension: string }): string => {
  const given = knownExtension.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
  return given === extension ? name : `${name.replace(knownExtension, '')}.${extension}`;
};

import { functions } from '#contract/index.ts';

/** 1×1, transparent. */
export const tinyPng = Buffer.from(
  functions.adminStorage.uploadImage.example.fileContent,
  'base64',
);

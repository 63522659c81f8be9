import { printPapers } from '#contract/printPapers.ts';
import type { ArchivePhoto } from '../../_shared/prints/archives.ts';

/** What a file's name may not hold somewhere. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;

const plain = (text: string) => text.replace(forbidden, '_').replace(/^[. ]+|[. ]+$/g, '');

type Named = Pick<ArchivePhoto, 'sizeSnap' | 'paper' | 'printNo' | 'itemIndex' | 'qty'>;

/** `6R 6寸 光面/P2611…-03-x2.jpg`: a folder for each size and paper, then print order, photo and copies. */
export const printFileName = ({ sizeSnap, paper, printNo, itemIndex, qty }: Named): string => {
  const folder = [sizeSnap.code, sizeSnap.name, printPapers[paper].label].filter(Boolean).join(' ');
  const photo = String(itemIndex + 1).padStart(2, '0');
  return `${plain(folder)}/${plain(printNo)}-${photo}-x${qty}.jpg`;
};

import type { Defect } from './defect.ts';

const printArchive = 'tests/functions/prints/printArchive.test.ts';
const printFileTest = 'tests/functions/prints/printFile.test.ts';
const screen = 'tests/screens/printArchive.test.tsx';

const frame = 'cloudfunctions/_shared/prints/printFrame.ts';
const printFile = 'cloudfunctions/heavyWorker/printArchives/printFile.ts';
const makePhotos = 'cloudfunctions/heavyWorker/printArchives/makePhotos.ts';

/** What is cut out of a photo, how it is printed, and what becomes of an archive that is interrupted. */
export const printFiles: Defect[] = [
  {
    says: 'A photo is cut before it is turned.',
    file: frame,
    find: 'crop.rotate % 180 === 0 ? photo : turned(photo)',
    replace: 'crop.rotate % 180 === 0 || photo.width > 0 ? photo : turned(photo)',
    caughtBy: printFileTest,
    title: 'turned as ordered, then cut',
  },
  {
    says: 'A print file tells about the camera.',
    file: printFile,
    find: '.withExif({})',
    replace: '.keepExif()',
    caughtBy: printFileTest,
    title: 'has the pixels of size and bleed',
  },
  {
    says: 'The bleed is the edge of the photo drawn out.',
    file: printFile,
    find: "extendWith: 'mirror'",
    replace: "extendWith: 'copy'",
    caughtBy: printFileTest,
    title: 'by its mirror image where it ends',
  },
  {
    says: 'A photo that nobody was told of is left out in silence.',
    file: 'cloudfunctions/adminPrintArchive/index.ts',
    find: 'if (problem && !isAccepted)',
    replace: 'if (problem === "size" && !isAccepted)',
    caughtBy: printArchive,
    title: 'names what cannot be printed before anything is made',
  },
  {
    says: 'What was cancelled after the archive was asked for is printed.',
    file: 'cloudfunctions/heavyWorker/printArchives/work.ts',
    find: 'const problem = obstacleToPrint(order, item);',
    replace: 'const problem = order._id === item.filePath ? obstacleToPrint(order, item) : null;',
    caughtBy: printArchive,
    title: 'does without what was cancelled or refused',
  },
  {
    says: 'A photo that ends its worker is tried for ever.',
    file: makePhotos,
    find: 'if (tries >= MOST_TRIES)',
    replace: 'if (tries >= MOST_TRIES * 100)',
    caughtBy: printArchive,
    title: 'gives up a photo whose worker ends each time',
  },
  {
    says: 'The dialog prints what was to be left out.',
    file: 'src/admin/resources/print-orders/archive/ArchiveDialog.tsx',
    find: 'warnings.filter(({ printId }) => without.has(printId))',
    replace: 'warnings.filter(({ printId }) => without.has(`${printId} `))',
    caughtBy: screen,
    title: 'names photos that cannot be printed',
  },
];

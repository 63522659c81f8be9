import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawnDir } from '../../sandbox/scenes/photo.ts';
import { scenes, type SceneName } from '../../sandbox/scenes/scenes.ts';
import { demoCategories, demoTemplates } from './catalogue.ts';
import { drawCover, type Motif } from './pictures.ts';

const motifs: Motif[] = [
  ...demoCategories.map(({ motif }) => motif),
  ...Object.values(demoTemplates)
    .flat()
    .map(([, , ...motif]) => motif),
];
const keep = async (motif: Motif) =>
  writeFile(path.join(drawnDir, `${motif.join('-')}.jpg`), await drawCover(motif));

const covers: Promise<void>[] = [];
for (const scene of Object.keys(scenes) as SceneName[]) {
  await keep([scene]);
  // In threads, while the next photo is drawn.
  covers.push(...motifs.filter(([of, look]) => look && of === scene).map(keep));
}
await Promise.all(covers);

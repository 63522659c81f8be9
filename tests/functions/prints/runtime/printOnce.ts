import { readFileSync, writeFileSync } from 'node:fs';
import { makePrintFile } from '#cloudfunctions/heavyWorker/printArchives/printFile.ts';

/** `node printOnce <photo> <ordered, as JSON> <print file>`. */
const [photo = '', ordered = '', out = ''] = process.argv.slice(2);
type Ordered = Parameters<typeof makePrintFile>[1];

void makePrintFile(readFileSync(photo), JSON.parse(ordered) as Ordered).then(made => {
  if (typeof made === 'string') throw new Error(made);
  writeFileSync(out, made.content);
  // The decoder's threads keep the process.
  process.exit();
});

import { code128 } from '#contract/code128.ts';
import { withoutContacts } from '#contract/personal.ts';
import { photoProblems } from '#contract/printArchive.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { escapeHtml as text } from '../../_shared/base/html.ts';
import type { ArchivePhoto, StoredArchive } from '../../_shared/prints/archives.ts';
import { placeOf } from '../../_shared/prints/archives.ts';
import type { StoredPrintOrder } from '../../_shared/prints/records.ts';
import { printFileName } from './names.ts';

const { sheet: words } = printArchiveSentences;

/** Each step of a path by itself, so that its slashes stay. */
const address = (path: string) => text(path.split('/').map(encodeURIComponent).join('/'));
const minute = (time: number) => shanghaiTime(time).slice(0, 16);

const style = `
body{font:13px/1.5 system-ui,sans-serif;color:#000;background:#fff;max-width:900px;margin:24px auto;padding:0 16px}
h1{font-size:20px;margin:0}h2{font-size:16px;margin:0}header,.order>div{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:baseline}
header time,svg{margin-left:auto}ul{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}
li{border:1px solid #999;border-radius:4px;padding:2px 10px}.order{border-top:2px solid #000;padding:12px 0 20px;break-inside:avoid}
table{width:100%;border-collapse:collapse;margin-top:8px}th{text-align:left;font-weight:500}
th,td{padding:6px;border-top:1px solid #999}tr{break-inside:avoid}td img{display:block;height:72px;width:72px;object-fit:contain}
.copies{text-align:right;font-size:18px;font-weight:600}.box{width:18px;height:18px;border:1.5px solid #000;margin:auto}
@page{margin:12mm}@media print{body{margin:0;padding:0}}`;

const barcode = (number: string): string => {
  const code = code128(number);
  if (!code) return '';
  const bars = code.bars.map(
    ({ x, width }) => `<rect x="${x + 10}" width="${width}" height="40"/>`,
  );
  const box = `0 0 ${code.width + 20} 40`;
  return `<svg viewBox="${box}" preserveAspectRatio="none" width="232" height="36">${bars.join('')}</svg>`;
};

interface Sheet {
  archive: Pick<StoredArchive, 'batchNo' | 'problems'>;
  orders: readonly StoredPrintOrder[];
  photos: readonly ArchivePhoto[];
  now: number;
}

/** What is printed, checked and packed, order by order: one page without scripts that shows the print files beside it. */
export const pickSheetOf = ({ archive, orders, photos, now }: Sheet): string => {
  const files = new Map(
    photos.map(photo => [placeOf(photo.printId, photo.itemIndex), printFileName(photo)]),
  );
  const problems = new Map(
    archive.problems.map(({ printId, itemIndex, problem }) => [
      placeOf(printId, itemIndex),
      photoProblems[problem].label,
    ]),
  );
  const sums = new Map<string, number>();
  // What the lab prints, so that it can count: not what has no print file.
  for (const { sizeSnap, paper, qty } of photos) {
    const size = `${sizeSnap.name} ${printPapers[paper].label}`;
    sums.set(size, (sums.get(size) ?? 0) + qty);
  }
  const prints = [...sums.values()].reduce((sum, qty) => sum + qty, 0);

  const row = (order: StoredPrintOrder, at: number): string => {
    const { sizeSnap, paper, qty, lowRes, dpi } = order.items[at]!;
    const place = placeOf(order._id, at);
    const file = files.get(place);
    const notes = [problems.get(place), lowRes ? words.low(dpi) : undefined];
    return `<tr><td>${file ? `<img src="${address(file)}" alt="">` : ''}</td>
<td><b>${at + 1}. ${text(sizeSnap.name)} ${text(printPapers[paper].label)}</b><br>${text(words.measures(sizeSnap.widthMm, sizeSnap.heightMm))}</td>
<td class="copies">${qty}</td><td>${notes.flatMap(note => (note ? [text(note)] : [])).join('<br>')}</td><td><div class="box"></div></td></tr>`;
  };
  const parcel = (order: StoredPrintOrder): string => {
    const { printNo, address: to, slaTime, status, userRemark, adminRemarks, items } = order;
    const lines = [
      words.receiver(to.name, to.phoneTail),
      [...new Set([to.province, to.city])].join(''),
      slaTime === null ? '' : words.due(minute(slaTime)),
      status === 'producing' ? '' : words.statusNot(printOrderStatuses[status].label),
      userRemark && words.remark(withoutContacts(userRemark)),
      ...adminRemarks.map(({ text: remark }) => words.adminRemark(remark)),
    ].filter(Boolean);
    const head = words.columns.map(column => `<th>${text(column)}</th>`).join('');
    return `<section class="order"><div><h2>${text(printNo)}</h2>${barcode(printNo)}</div>
${lines.map(line => `<div>${text(line)}</div>`).join('\n')}
<table><thead><tr>${head}</tr></thead><tbody>${items.map((_item, at) => row(order, at)).join('\n')}</tbody></table></section>`;
  };
  const what = archive.batchNo ? words.batch(archive.batchNo) : words.selection(orders.length);
  const sizes = [...sums].map(([size, qty]) => `<li>${text(size)} <b>× ${qty}</b></li>`);
  return `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><title>${text(`${words.title} ${what}`)}</title><style>${style}</style>
<header><h1>${words.title}</h1><b>${text(what)}</b><time>${text(words.made(minute(now)))}</time></header>
<div>${text(words.sums(orders.length, prints))}</div><ul>${sizes.join('')}</ul>
${orders.map(parcel).join('\n')}
</html>
`;
};

import { creditBuckets } from '#contract/creditLedger.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import { invoiceStatuses } from '#contract/invoiceStates.ts';
import { ages, consentKinds } from '#contract/legal.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { payChannels } from '#contract/payChannels.ts';
import { refundAskReasons, refundAskStatuses } from '#contract/refundAskStates.ts';
import { copy as t } from '#i18n/zh/visitor/copy.ts';
import { letters } from '#i18n/zh/visitor/letters.ts';
import { taskStates } from '#i18n/zh/visitor/taskStates.ts';
import { visitorMe } from '#i18n/zh/visitorMe.ts';
import { visitorPrints } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { exactTime } from '../../shared/time.ts';
import type { MyData, Picture } from './myData.ts';

/** A file's name stands for its picture. */
type Cell = string | number | null | undefined | { files: string[] };

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
const at = (time: number | null | undefined) => (time ? exactTime(time) : '');
const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' ');

const written = (cell: Cell): string =>
  typeof cell === 'object' && cell !== null
    ? cell.files
        .map(escaped)
        .map(file => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
        .join(' ')
    : escaped(String(cell ?? ''));

const row = (cells: string[], tag: 'td' | 'th') =>
  `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

const section = <R>(
  title: string,
  records: readonly R[],
  columns: Record<string, (record: R) => Cell>,
): string => {
  const lines = records.map(record =>
    row(
      Object.values(columns).map(of => written(of(record))),
      'td',
    ),
  );
  const table = `<table>${row(Object.keys(columns).map(escaped), 'th')}${lines.join('')}</table>`;
  return `<h2>${escaped(title)}</h2>${lines.length > 0 ? table : `<p>${t.none}</p>`}`;
};

const styles =
  'body{max-width:1100px;margin:auto;padding:16px;font:14px/1.6 sans-serif}table{border-collapse:collapse;width:100%}td,th{padding:4px 8px;border:1px solid #ccc;text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}img{max-width:120px;max-height:120px}';

/** The copy as a person reads it: one page without anything from elsewhere, beside the pictures. */
export const copyPage = (data: MyData, pictures: readonly Picture[], about: string[]): string => {
  const filesOf = (paths: string[]): Cell => ({
    files: pictures.filter(({ path, file }) => file && paths.includes(path)).map(one => one.file),
  });
  const conversation = ({ text, messages }: MyData['feedback'][number]) =>
    [text, ...messages.map(one => `${at(one.time)} ${t[one.from]}：${one.text}`)].join('\n');
  const isLetter = ({ topic }: MyData['feedback'][number]) => topic === 'support';
  const { sections } = t;
  const body = [
    section(sections.account, [data.account], {
      [t.number]: me => me._id,
      [t.nickName]: me => me.nickName,
      [t.phoneTail]: me => me.phoneTail,
      [t.since]: me => at(me.createTime),
      [t.member]: me => me.packageName,
      [t.memberUntil]: me => at(me.packageExpireTime),
      [t.paidCredits]: me => me.credits.paid,
      [t.giftCredits]: me => me.credits.gift,
      [t.agreed]: me => me.agreedVersion,
      [t.guardian]: me => joined(me.guardian?.name, me.guardian?.contact),
    }),
    section(sections.consents, data.consents, {
      [t.time]: one => at(one.createTime),
      [t.text]: one => consentKinds[one.kind].label,
      [t.version]: one => one.version,
      [t.given]: one => t.isGiven(one.isGiven),
      [t.age]: one => one.age && ages[one.age].label,
    }),
    section(sections.works, data.works, {
      [t.time]: one => at(one.createTime),
      [t.number]: one => one.taskNo,
      [t.name]: one => one.templateName,
      [t.state]: one => taskStates[one.erasedTime ? 'erased' : one.status],
      [t.cost]: one => one.costCredits,
      [t.filledIn]: one =>
        joined(...one.inputs.map(({ value }) => value !== null && String(value))),
      [t.pictures]: one => filesOf(one.outputs.map(({ filePath }) => filePath)),
      [t.rating]: one => one.rating,
      [t.note]: one => joined(one.errorText, one.userNote),
    }),
    section(sections.credits, data.credits, {
      [t.time]: one => at(one.createTime),
      [t.kind]: one => visitorMe.kinds[one.kind],
      [t.bucket]: one => creditBuckets[one.bucket].label,
      [t.delta]: one => one.delta,
      [t.balance]: one => one.balanceAfter,
      [t.note]: one => one.userNote,
    }),
    section(sections.orders, data.orders, {
      [t.time]: one => at(one.createTime),
      [t.number]: one => one.orderNo,
      [t.goods]: one => one.items.map(({ name, qty }) => `${name} × ${qty}`).join('、'),
      [t.paid]: one => formatYuan(one.payFen),
      [t.refunded]: one => formatYuan(one.refundedFen),
      [t.payChannel]: one => payChannels[one.payChannel].label,
      [t.state]: one => orderStatuses[one.status].label,
      [t.payTime]: one => at(one.payTime),
      [t.invoice]: ({ invoice: one }) =>
        one &&
        joined(
          invoiceStatuses[one.status].label,
          one.title,
          one.taxNumber,
          one.email,
          one.number,
          one.cancelNumber,
          one.reason,
        ),
      [t.refundAsk]: ({ refundAsk: one }) =>
        one &&
        joined(
          refundAskStatuses[one.status].label,
          refundAskReasons[one.reason].label,
          one.text,
          one.answer,
        ),
      [t.remark]: one => one.remark,
    }),
    section(sections.prints, data.prints, {
      [t.time]: one => at(one.createTime),
      [t.number]: one => one.printNo,
      [t.photoCount]: one => one.photoCount,
      [t.paid]: one => formatYuan(one.payFen),
      [t.state]: one => visitorPrints.status[one.status],
      [t.receiver]: ({ address }) => joined(...Object.values(address)),
      [t.express]: one => joined(one.expressCompany, one.expressNo),
      [t.remark]: one => one.userRemark,
    }),
    section(
      sections.feedback,
      data.feedback.filter(one => !isLetter(one)),
      {
        [t.time]: one => at(one.createTime),
        [t.number]: one => one.receiptNo,
        [t.topic]: one => feedbackTopics[one.topic].label,
        [t.state]: one => letters.states[one.status],
        [t.text]: conversation,
        [t.contact]: one => one.contact,
      },
    ),
    section(
      sections.messages,
      [
        ...data.feedback.filter(isLetter).map(one => ({ ...one, says: conversation(one) })),
        ...data.messages.map(one => ({ ...one, topic: null, says: one.content })),
      ],
      {
        [t.time]: one => at(one.createTime),
        [t.topic]: one => (one.topic === null ? one.title : feedbackTopics[one.topic].label),
        [t.text]: one => one.says,
      },
    ),
    section(sections.log, data.log, {
      [t.time]: one => at(one.createTime),
      [t.text]: one => one.title,
      [t.ip]: one => one.ip,
    }),
    ...([sections.pictures, sections.lost] as const).map(title =>
      section(
        title,
        pictures.filter(({ file }) => (file !== '') === (title === sections.pictures)),
        {
          [t.time]: one => at(one.time),
          [t.kind]: one => one.folder,
          [t.original]: one => one.name,
          [t.file]: one => (one.file ? { files: [one.file] } : one.path),
        },
      ),
    ),
  ];
  const lines = about.map(line => `<p>${escaped(line)}</p>`).join('');
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t.title}</title><style>${styles}</style><h1>${t.title}</h1>${lines}${body.join('')}</html>`;
};

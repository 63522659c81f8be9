import { describe, expect, it } from 'vitest';
import { outlineOf, parseWorkflow } from '#contract/workflow.ts';
import { pageAt } from '#src/visitor/location.ts';
import { sharedPage } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld({ SITE_URL: 'https://photo.example' });
const { ok, set } = world;
const { token } = await world.reset();
const as = { token };

/** Each is one character on the screen. */
const samples = ['👨‍👩‍👧‍👦', '🇨🇳', 'e\u0301', '👍🏽', '葛\u{e0100}'];
const characters = (text: string) =>
  [...new Intl.Segmenter().segment(text)].map(one => one.segment);

const recipient = {
  name: '赵小满',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '1 号',
};
const masked = async (change: object) => {
  const address = { ...recipient, phone: '13800000000', ...change };
  return (await ok('adminPrintOrder', 'updateAddress', { id: 'prt_0001', address }, as)).address;
};

interface Place {
  /** Where it is cut, as that place counts. */
  at: number;
  /** Of what is written in front of the text there. */
  most: number;
  cut: (text: string) => Promise<string> | string;
  /** What is put behind. */
  end?: RegExp;
}

/** Every place whose texts people see after a cut. */
const places: Record<string, Place> = {
  'the name of a copied template': {
    at: 27,
    most: 30,
    end: / 副本$/,
    cut: async name => {
      await set('templates', 'tpl_0001', { name });
      return (await ok('adminTemplate', 'copyTemplate', { id: 'tpl_0001' }, as)).name;
    },
  },
  'the name of a copied preset': {
    at: 27,
    most: 30,
    end: / 副本.*$/,
    cut: async name => {
      await set('templatePresets', 'pre_0001', { name });
      return (await ok('adminTemplatePreset', 'copyPreset', { id: 'pre_0001' }, as)).name;
    },
  },
  'the name of an uploaded picture': {
    at: 96,
    most: 190,
    end: /\.png$/,
    cut: async name => {
      const data = { fileName: `${name}.png`, fileContent: tinyPng.toString('base64') };
      return (await ok('adminStorage', 'uploadImage', data, as)).name;
    },
  },
  'the description of a shared template': {
    at: 120,
    most: 300,
    cut: async description => {
      await set('templates', 'tpl_0001', { subtitle: '', description });
      const { body } = await sharedPage('tpl_0001');
      return /property="og:description" content="([^"]*)"/.exec(body)?.[1] ?? '';
    },
  },
  'a refused word of an import': {
    at: 40,
    most: 60,
    cut: async word =>
      (await ok('keyword', 'batchCreateKeywords', { keywords: [{ word }] }, as)).results[0]!.word,
  },
  'the name of a masked address': {
    at: 1,
    most: 20,
    end: /\*\*$/,
    cut: async name => (await masked({ name })).name,
  },
  'the place of a masked address': {
    at: 6,
    most: 60,
    end: /\*{4}$/,
    cut: async detail => (await masked({ detail })).detail,
  },
  'a search in an address': {
    at: 64,
    most: 200,
    cut: text => (pageAt('/', `?q=${encodeURIComponent(text)}`) as { q: string }).q,
  },
  'the title of a node': {
    at: 60,
    most: 200,
    cut: title => {
      const workflow = { 1: { class_type: 'LoadImage', inputs: { image: 'a' }, _meta: { title } } };
      const parsed = parseWorkflow(JSON.stringify(workflow));
      return 'nodes' in parsed ? (outlineOf(parsed.nodes).at(0)?.title ?? '') : parsed.refusal;
    },
  },
};

describe('a text that is too long', () => {
  it.each(Object.entries(places))('is never cut inside a character: %s', async (_what, place) => {
    const { at, most, cut, end = /$/ } = place;
    for (const sample of samples)
      for (let before = Math.max(0, at - sample.length); before < at; before += 1) {
        const text = `${'字'.repeat(before)}${sample}${'尾'.repeat(most)}`.slice(0, most);
        const shown = (await cut(text)).replace(end, '');
        const whole = characters(text.normalize());
        expect(shown.length).toBeGreaterThan(0);
        expect([sample, before, characters(shown.normalize())]).toEqual([
          sample,
          before,
          whole.slice(0, characters(shown).length),
        ]);
      }
  });
});

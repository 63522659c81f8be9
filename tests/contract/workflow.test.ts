import { describe, expect, it } from 'vitest';
import { type TemplateInput, templateInputs } from '#contract/templateInput.ts';
import { missingToRun } from '#contract/templatePublishing.ts';
import { publicTemplate } from '#contract/visitor.ts';
import { outlineOf, outputsOf, parseWorkflow, type ReadNode } from '#contract/workflow.ts';
import { fieldsOf, inputFrom, type WorkflowField } from '#contract/workflowFields.ts';
import { mappingProblems } from '#contract/workflowMapping.ts';
import { photoInput } from '../photoInput.ts';
import { editorExport, outfit, portrait, poster } from '../workflows.ts';

const read = (workflow: object): ReadNode[] => {
  const parsed = parseWorkflow(JSON.stringify(workflow));
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return parsed.nodes;
};
const refusalOf = (source: string) => {
  const parsed = parseWorkflow(source);
  return 'refusal' in parsed ? parsed.refusal : null;
};
const likely = (workflow: object) => fieldsOf(read(workflow)).filter(({ role }) => role !== null);
const named = ({ nodeId, fieldName, role }: WorkflowField) => `${role} ${nodeId}.${fieldName}`;
const field = (workflow: object, nodeId: string, fieldName: string) => {
  const found = fieldsOf(read(workflow)).find(
    one => one.nodeId === nodeId && one.fieldName === fieldName,
  );
  if (!found) throw new Error(`no field ${nodeId}.${fieldName}`);
  return found;
};
/** One input for each of these fields, one after the other. */
const inputsFrom = (fields: readonly WorkflowField[]) =>
  fields.reduce<TemplateInput[]>((inputs, one) => [...inputs, inputFrom(one, inputs)], []);

describe('a workflow in the API format', () => {
  it('is read with titles, kinds and values; links and what is no plain value are no fields', () => {
    const nodes = outlineOf(read(outfit));
    expect(nodes.map(({ nodeId, title }) => [nodeId, title])).toEqual([
      ['1', '加载图像'],
      ['2', '服装图'],
      ['5', '按宽高比缩放'],
      ['8', '正面描述'],
      ['9', '负面描述'],
      ['15', '换装'],
      ['16:3', '保存图像'],
    ]);
    expect(nodes[5]).toEqual({
      nodeId: '15',
      title: '换装',
      classType: 'OutfitTransfer',
      fields: ['seed'],
    });
    expect(outputsOf(nodes).map(({ nodeId }) => nodeId)).toEqual(['16:3']);
  });

  it('keeps numbers that JavaScript would round, and those that only Python writes', () => {
    const parsed =
      parseWorkflow(`\ufeff{"3": {"class_type": "KSampler", "is_changed": [NaN], "inputs":
      {"seed": 18446744073709551615, "steps": 20, "cfg": NaN, "end": -Infinity, "start": 9007199254740993,
       "text": "NaN \\" 9007199254740993", "model": ["4", 0]}}}`);
    const fields = 'nodes' in parsed ? fieldsOf(parsed.nodes) : [];
    expect(fields.map(({ fieldName, kind, value }) => [fieldName, kind, value])).toEqual([
      ['text', 'text', 'NaN " 9007199254740993'],
      ['seed', 'seed', '18446744073709551615'],
      ['steps', 'number', 20],
      ['cfg', 'number', 'NaN'],
      ['end', 'number', '-Infinity'],
      ['start', 'number', '9007199254740993'],
    ]);
    // An input without a default leaves the workflow its own value.
    expect(inputsFrom(fields).map(({ default: value }) => value)).toEqual([
      'NaN " 9007199254740993',
      undefined,
      20,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('calls a node without a title by its kind, and cuts a long one', () => {
    const nodes = read({
      '1': { class_type: 'LoadImage', inputs: {} },
      '2': { class_type: 'LoadImage', _meta: { title: `上\n传${'图'.repeat(100)}` } },
      '3': { class_type: 'LoadImage', _meta: { title: 5 } },
    });
    expect(nodes[0]?.title).toBe('LoadImage');
    expect(nodes[1]?.title).toBe(`上 传${'图'.repeat(57)}`);
    expect(nodes[2]?.title).toBe('LoadImage');
  });

  it('keeps characters whole where it cuts, and numbers too great for one as they are written', () => {
    const source =
      '{"1":{"class_type":"A","inputs":{"steps":1e400,"cfg":2},"_meta":{"title":"TITLE"}}}';
    const title = `x${'😀'.repeat(60)}`;
    const parsed = parseWorkflow(source.replace('TITLE', title));
    const [node] = 'nodes' in parsed ? parsed.nodes : [];
    expect(node).toMatchObject({ title: `x${'😀'.repeat(29)}`, fields: ['steps', 'cfg'] });
    expect(node?.values.get('steps')).toBe('1e400');
    const [, cfg] = fieldsOf(node ? [{ ...node, title: `甲${'😀'.repeat(20)}` }] : []);
    const named = inputFrom({ ...cfg!, kind: 'image', role: 'image' }, []);
    expect(named.label).toBe(`甲${'😀'.repeat(9)}`);
  });

  it('may be the body of a request to ComfyUI, and may have entries that are no nodes', () => {
    expect(read({ client_id: 'x', prompt: portrait })).toHaveLength(11);
    expect(read({ ...portrait, version: '1.0', extra: { a: 1 } })).toHaveLength(11);
    expect(parseWorkflow(`\ufeff${JSON.stringify(portrait)}`)).toHaveProperty('nodes');
  });

  it('is refused with what to do instead', () => {
    expect(refusalOf(JSON.stringify(editorExport))).toMatch(/导出（API）/);
    for (const text of ['', '{"3": {', 'KSampler'])
      expect(refusalOf(text)).toMatch(/不是完整的 JSON/);
    for (const value of [{}, [], null, 'text', 5, { '3': {} }, { prompt: { prompt: portrait } }])
      expect(refusalOf(JSON.stringify(value))).toMatch(/没有找到任何节点/);
  });

  it('is refused where it is too large, in bytes, nodes or fields', () => {
    const many = (count: number, more: object = {}) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [at, { class_type: 'A', inputs: {}, ...more }]),
      );
    expect(refusalOf(JSON.stringify(many(500)))).toBeNull();
    expect(refusalOf(JSON.stringify(many(501)))).toMatch(/最多支持 500 个节点/);
    const wide = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`field_${at}`, at]));
    expect(refusalOf(JSON.stringify(many(200, { inputs: wide })))).toMatch(/节点或字段过多/);
    // Bytes, not characters.
    const text = '图'.repeat(350_000);
    expect(refusalOf(JSON.stringify(many(1, { inputs: { text } })))).toMatch(/超过 1 MB/);
    expect(refusalOf(JSON.stringify({ ['9'.repeat(33)]: portrait['3'] }))).toMatch(/无法识别/);
  });

  it('that names parts of objects is read like any other', () => {
    const source =
      '{"__proto__":{"class_type":"A","inputs":{}},"constructor":{"class_type":"B","inputs":{"__proto__":"x","toString":"y"}}}';
    const parsed = parseWorkflow(source);
    const nodes = 'nodes' in parsed ? outlineOf(parsed.nodes) : [];
    expect(nodes.map(({ nodeId }) => nodeId).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['class_type']).toBeUndefined();
    const keyed = { ...photoInput, nodeId: 'constructor', fieldName: 'valueOf' };
    expect(Object.keys(mappingProblems([keyed], nodes))).toEqual(['inputs.0.fieldName']);
  });
});

describe('the fields of a workflow', () => {
  it('begin with those that visitors are asked for', () => {
    expect(likely(portrait).map(named)).toEqual([
      'image 12.image',
      'positive 6.text',
      'negative 7.text',
      'seed 3.seed',
      'strength 3.denoise',
      'strength 20.strength',
    ]);
    expect(likely(poster).map(named)).toEqual([
      'positive 30.value',
      'text 31.text',
      'seed 25.noise_seed',
    ]);
    expect(likely(outfit).map(named)).toEqual([
      'image 1.image',
      'image 2.image',
      'positive 8.text',
      'negative 9.text',
      'seed 15.seed',
    ]);
  });

  it('are of a kind', () => {
    const kinds = (workflow: object, nodeId: string) =>
      Object.fromEntries(
        fieldsOf(read(workflow))
          .filter(one => one.nodeId === nodeId)
          .map(({ fieldName, kind }) => [fieldName, kind]),
      );
    expect(kinds(portrait, '3')).toEqual({
      seed: 'seed',
      steps: 'number',
      cfg: 'number',
      sampler_name: 'choice',
      scheduler: 'choice',
      denoise: 'number',
    });
    // A file of a model is no text, though its name is Chinese.
    expect(kinds(portrait, '10')).toMatchObject({ lora_name: 'choice' });
    // How the editor uploads, or what it does with a seed, is no field.
    expect(kinds(portrait, '12')).toEqual({ image: 'image' });
    expect(kinds(poster, '25')).toEqual({ noise_seed: 'seed' });
    expect(kinds(outfit, '5')).toEqual({
      aspect_ratio: 'choice',
      scale_to_length: 'number',
      keep: 'switch',
      background_color: 'choice',
    });
  });

  it('end where links go in a circle', () => {
    const circle = {
      '1': { class_type: 'A', inputs: { text: ['2', 0], positive: ['1', 0] } },
      '2': { class_type: 'A', inputs: { text: ['1', 0], prompt: '甲' } },
    };
    expect(fieldsOf(read(circle))).toHaveLength(1);
  });
});

describe('an input made from a field', () => {
  it('has a key, a Chinese label, the node and what the workflow starts with', () => {
    expect(inputsFrom(likely(portrait))).toEqual([
      {
        key: 'photo',
        label: '上传人像',
        type: 'image',
        required: true,
        nodeId: '12',
        fieldName: 'image',
        nodeClass: 'LoadImage',
      },
      {
        key: 'prompt',
        label: '画面描述',
        type: 'textarea',
        required: false,
        nodeId: '6',
        fieldName: 'text',
        nodeClass: 'CLIPTextEncode',
        default: '古风人像，飘带，柔光',
      },
      {
        key: 'negative',
        label: '不要出现的内容',
        type: 'textarea',
        required: false,
        nodeId: '7',
        fieldName: 'text',
        nodeClass: 'CLIPTextEncode',
        default: '低清，多余的手指',
      },
      {
        key: 'seed',
        label: '随机数',
        type: 'seed',
        required: false,
        nodeId: '3',
        fieldName: 'seed',
        nodeClass: 'KSampler',
      },
      {
        key: 'strength',
        label: '变化强度',
        type: 'slider',
        required: false,
        nodeId: '3',
        fieldName: 'denoise',
        nodeClass: 'KSampler',
        default: 0.6,
        min: 0,
        max: 1,
        step: 0.05,
      },
      {
        key: 'strength2',
        label: '强度',
        type: 'slider',
        required: false,
        nodeId: '20',
        fieldName: 'strength',
        nodeClass: 'ControlNetApplyAdvanced',
        default: 0.7,
        min: 0,
        max: 2,
        step: 0.05,
      },
    ]);
  });

  it('keeps off the keys and labels of others, takes titles that people wrote, and requires an empty text', () => {
    const [photo, person, words] = [
      photoInput,
      field(outfit, '1', 'image'),
      field(poster, '31', 'text'),
    ];
    expect(inputFrom(person, [photo])).toMatchObject({ key: 'photo2', label: '照片2' });
    expect(inputFrom(field(outfit, '2', 'image'), [photo])).toMatchObject({ label: '服装图' });
    expect(inputFrom(words, [])).toMatchObject({ label: '落款文字', type: 'text', required: true });
    expect(inputFrom(words, [])).not.toHaveProperty('default');
  });

  it('has a range that includes the value of the workflow', () => {
    expect(inputFrom(field(poster, '5', 'width'), [])).toMatchObject({
      key: 'width',
      label: '宽度',
      type: 'number',
      default: 832,
      min: 256,
      max: 4096,
      step: 8,
    });
    expect(inputFrom(field(poster, '5', 'height'), [])).toMatchObject({ max: 5000 });
  });

  it('is one that a template accepts, for every field of every workflow', () => {
    for (const workflow of [portrait, poster, outfit]) {
      const all = fieldsOf(read(workflow));
      const inputs = inputsFrom(all);
      expect(templateInputs.safeParse(inputs).error).toBeUndefined();
      expect(mappingProblems(inputs, outlineOf(read(workflow)))).toEqual({});
    }
    const odd = {
      '1': {
        class_type: 'Odd',
        inputs: {
          '宽 度': 1,
          '2x': 2,
          _: 3,
          text: '长'.repeat(600),
          name: 'x'.repeat(200),
          none: '',
        },
        _meta: { title: '一个特别特别特别特别特别特别特别长的标题而已' },
      },
    };
    const [text, ...others] = inputsFrom(fieldsOf(read(odd)));
    // Too long for a default: without an answer of the visitor the workflow keeps its own.
    expect(text).not.toHaveProperty('default');
    const chosen = others.map(one => ({
      ...one,
      ...(one.options && { options: [{ label: '甲', value: '乙' }] }),
    }));
    expect(templateInputs.safeParse([text, ...chosen]).error).toBeUndefined();
  });
});

describe('inputs after the workflow has changed', () => {
  const inputs = inputsFrom(likely(portrait));
  const without = (nodeId: string) =>
    Object.fromEntries(Object.entries(portrait).filter(([id]) => id !== nodeId));
  const problems = (workflow: object) => mappingProblems(inputs, outlineOf(read(workflow)));

  it('are answered which node is gone, which is another one, and which field', () => {
    expect(problems(portrait)).toEqual({});
    expect(problems(without('12'))).toEqual({
      'inputs.0.nodeId': '工作流里没有这个节点，请重新对应',
    });
    expect(problems({ ...portrait, '6': portrait['12'] })).toEqual({
      'inputs.1.nodeId': '这个编号在工作流里已换成另一种节点，请重新对应',
    });
    const linked = { ...portrait['7'], inputs: { text: ['30', 0] } };
    expect(problems({ ...portrait, '7': linked })).toEqual({
      'inputs.2.fieldName': '该节点没有可填写的这个字段，请重新对应',
    });
    // Another title is no other node.
    expect(
      problems({ ...portrait, '12': { ...portrait['12'], _meta: { title: '自拍' } } }),
    ).toEqual({});
  });

  it('are not judged without an outline, nor where no node is chosen', () => {
    expect(mappingProblems(inputs, [])).toEqual({});
    expect(mappingProblems([{ ...photoInput, nodeId: '' }], outlineOf(read(portrait)))).toEqual({});
    // A number that was typed fits whatever kind of node has it.
    const typed = { ...photoInput, nodeId: '12', fieldName: 'image' };
    expect(mappingProblems([typed], outlineOf(read(portrait)))).toEqual({});
  });

  it('keep a template from going online, also with an AI app; a local one is never made', () => {
    const template = {
      name: '古风',
      coverImage: 'template/202611/a.png',
      categoryIds: ['cat_0001'],
      workflowId: '1985000000000000001',
      webappId: '1985000000000000002',
      inputs,
      workflowNodes: outlineOf(read(without('3'))),
    };
    const gone = {
      'inputs.3.nodeId': '工作流里没有这个节点，请重新对应',
      'inputs.4.nodeId': '工作流里没有这个节点，请重新对应',
    };
    expect(missingToRun({ ...template, engine: 'workflow' })).toEqual(gone);
    expect(missingToRun({ ...template, engine: 'ai_app' })).toEqual(gone);
    expect(missingToRun({ ...template, engine: 'local' })).toEqual({
      engine: '「本地处理」的模板无法制作，请改用工作流或 AI 应用，或建为本地应用',
    });
    const { workflowNodes: _outline, ...older } = template;
    expect(missingToRun({ ...older, engine: 'workflow' })).toEqual({});
  });

  it('show visitors nothing of nodes', () => {
    const shown = publicTemplate.shape.inputs.parse(inputs);
    expect(JSON.stringify(shown)).not.toMatch(/node|LoadImage|fieldName/);
    expect(Object.keys(publicTemplate.shape)).not.toContain('workflowNodes');
  });
});

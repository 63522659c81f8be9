import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { functionSecrets } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { collections } from '#contract/collections.ts';
import type { ActionManifest } from '../../../scripts/build/actions.ts';
import { sharedPackages } from '../../../scripts/build/functions.ts';
import {
  deployedFunctions,
  deploymentConfig,
  functionNames,
  platformConfig,
} from '../../../scripts/build/platform.ts';
import { build, dist } from '../../../scripts/shared/built.js';
import { everyAction } from '../world/registry.ts';

const root = path.join(import.meta.dirname, '../../..');
const outDir = mkdtempSync(path.join(os.tmpdir(), 'build-'));
const functionsDir = path.join(dist, 'functions');
afterAll(() => rmSync(outDir, { recursive: true, force: true }));
await build();
const run = promisify(execFile);

/** Bytes. Those that send mails hold the mail library besides, and workers do what nobody asks for. */
const allowed: Partial<Record<string, number>> = {
  // WeChat waits for its cold start.
  callback: 190_000,
  // Approves what is done from other pages, too.
  adminOrder: 240_000,
  adminPrintOrder: 225_000,
  heavyWorker: 272_000,
  adminSettings: 392_000,
  worker: 615_000,
};

describe('the bundles', () => {
  it('are one file of its own each, at most 220 KB, of callbacks 190, of orders 240 and 225, with the mail library and the legal texts 392, the workers 272 and 615', () => {
    expect(readdirSync(functionsDir).sort()).toEqual([...functionNames].sort());
    for (const name of functionNames) {
      const folder = path.join(functionsDir, name);
      expect(readdirSync(folder).sort(), name).toEqual(
        ['index.js', 'package.json', ...Object.values(sharedPackages)].sort(),
      );
      const { size } = statSync(path.join(folder, 'index.js'));
      expect(size, name).toBeLessThan(allowed[name] ?? 220_000);
    }
  });

  it('bring the packages that all need, at most 680 KB and the same in each folder', () => {
    const contentOf = (name: string) =>
      Object.values(sharedPackages).map(file =>
        readFileSync(path.join(functionsDir, name, file), 'utf8'),
      );
    const [first, ...others] = functionNames;
    const content = contentOf(first!);
    expect(content.join('').length).toBeLessThan(680_000);
    for (const name of others)
      expect(
        contentOf(name).every((file, at) => file === content[at]),
        name,
      ).toBe(true);
  });

  it('read the keys that the table gives them, and no others', () => {
    const codeOf = new Map(
      functionNames.map(name => [
        name,
        readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8'),
      ]),
    );
    const given = (variable: string) =>
      deployedFunctions().flatMap(({ name, variables }) =>
        variables.includes(variable) ? name : [],
      );
    const keys = new Set(deployedFunctions().flatMap(({ variables }) => variables));
    expect(keys.size).toBeGreaterThan(5);
    for (const key of keys) {
      // Sealing keys are read by their number, all others as fields of the environment.
      const read = key === 'APP_KEK_1' ? /process\.env\[`APP_KEK_/ : new RegExp(`\\.${key}\\b`);
      const reading = functionNames.filter(name => read.test(codeOf.get(name)!));
      expect(reading.sort(), key).toEqual(given(key).sort());
    }
  });

  const needs = (name: string): readonly string[] => functionSecrets[name] ?? [];

  it('load in a bare Node with no environment and export main, or name each secret they need', async () => {
    // The packages are the same in each folder, and read once.
    for (const name of functionNames) {
      mkdirSync(path.join(outDir, name));
      copyFileSync(path.join(functionsDir, name, 'index.js'), path.join(outDir, name, 'index.js'));
      for (const file of Object.values(sharedPackages))
        symlinkSync(
          path.join(functionsDir, functionNames[0]!, file),
          path.join(outDir, name, file),
        );
    }
    const script = `
      const loaded = {};
      for (const name of ${JSON.stringify(functionNames)}) {
        try {
          const exported = require('./' + name + '/index.js');
          loaded[name] = Object.keys(exported).map(key => typeof exported[key] + ' ' + key).join();
        } catch (error) {
          loaded[name] = error.message;
        }
      }
      console.log(JSON.stringify(loaded));`;
    const { stdout, stderr } = await run(process.execPath, ['-e', script], {
      env: {},
      cwd: outDir,
    });
    expect(stderr).toBe('');
    const loaded = JSON.parse(stdout) as Record<string, string>;
    for (const name of functionNames) {
      if (needs(name).length === 0) expect([name, loaded[name]]).toEqual([name, 'function main']);
      for (const variable of needs(name)) expect(loaded[name]).toContain(`${variable} is missing`);
    }
  }, 180_000);

  it('declare the secrets that their code decrypts', () => {
    const marks = {
      APP_KEK_1: 'is missing or not 32 bytes',
      CUSTOM_LOGIN_KEY: 'CUSTOM_LOGIN_KEY is not set',
      VOD_SECRET_KEY: 'DescribeMediaInfos',
    };
    for (const name of functionNames) {
      const content = readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8');
      for (const [variable, mark] of Object.entries(marks))
        expect([name, needs(name).includes(variable)]).toEqual([
          name,
          // Without the video service's keys it starts, and only videos wait.
          content.includes(mark) && !(name === 'worker' && variable === 'VOD_SECRET_KEY'),
        ]);
    }
  });

  it('contain nothing of this machine, the local platform or the tests', () => {
    for (const name of functionNames) {
      const content = readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8');
      expect(content).not.toMatch(/emulator|vitest|sqlite|local-publishable-key/i);
      expect(content).not.toContain(root);
    }
  });
});

describe('the configuration of each function on the platform', () => {
  it('admits visitors only to functions with public actions', () => {
    const config = deploymentConfig().functions;
    for (const { name, aclRule, timeout, memorySize, handler, runtime } of config) {
      const doors = everyAction.filter(at => at.name === name).map(at => at.definition.access);
      const wanted = doors.includes('public')
        ? [true]
        : doors.includes('visitor')
          ? [true, 'auth != null']
          : [false, "auth.loginType != 'ANONYMOUS' && auth != null"];
      expect(wanted, name).toContain(aclRule.invoke);
      expect(timeout).toBeLessThanOrEqual(60);
      expect([128, 256, 512, 1024, 2048]).toContain(memorySize);
      expect([handler, runtime]).toEqual(['index.main', 'Nodejs24.11']);
    }
  });

  it('admits visitors only to these actions', () => {
    const open = everyAction.filter(({ definition }) => definition.access !== 'admin');
    expect(open.map(({ title, definition }) => `${title} ${definition.access}`)).toEqual([
      'adminAuth.login public',
      'adminAuth.confirmLogin public',
      'appUser.getMe visitor',
      'appUser.agree visitor',
      'appUser.consentToPhotos visitor',
      'appUser.keepWechatSession visitor',
      'appUser.withdrawPhotoConsent visitor',
      'appUser.sendFeedback visitor',
      'appUser.getFeedbacks visitor',
      'appUser.openFeedback visitor',
      'appUser.answerFeedback visitor',
      'appUser.getConsents visitor',
      'appUser.getLog visitor',
      'appUser.getMessages visitor',
      'appUser.deleteMyData visitor',
      'appUser.redeemCode visitor',
      'appUser.useLocalApp visitor',
      'appUser.countClick visitor',
      'appUser.getLedger visitor',
      'systemSettings.getSettings public',
      'systemSettings.getLegalText public',
      'imageService.getSignedUrl public',
      'imageService.getSignedUrls public',
      'imageCopy.makeCopy public',
      'appTemplate.getTemplates public',
      'appTemplate.getTemplateById public',
      'appTemplate.getHome public',
      'appTemplate.getLocalApps public',
      'appTemplate.getCategories public',
      'appTemplate.getFirstPage public',
      'appOrder.getPackages visitor',
      'appOrder.createOrder visitor',
      'appOrder.getOrders visitor',
      'appOrder.getOrder visitor',
      'appOrder.payOrder visitor',
      'appOrder.cancelOrder visitor',
      'appOrder.askForInvoice visitor',
      'appOrder.askRefund visitor',
      'appOrder.withdrawRefundAsk visitor',
      'appPrint.getPrintSizes visitor',
      'appPrint.quote visitor',
      'appPrint.createPrintOrder visitor',
      'appPrint.linkPrintOrder visitor',
      'appPrint.claimPrintOrder visitor',
      'appPrint.getPrintOrder visitor',
      'appPrint.getPrintOrders visitor',
      'appPrint.replacePhoto visitor',
      'appPrint.confirmReceipt visitor',
      'appTask.quote visitor',
      'appTask.createTask visitor',
      'appTask.getTask visitor',
      'appTask.getTasks visitor',
      'appTask.cancelTask visitor',
      'appTask.deleteTasks visitor',
      'appTask.rateTask visitor',
      'appUpload.getPhotos visitor',
      'appUpload.getUploadTicket visitor',
      'appUpload.confirmUpload visitor',
    ]);
  });

  it('holds no secret, only the names of the variables that do', () => {
    const names = deploymentConfig().functions.flatMap(({ envVariables }) =>
      Object.values(envVariables),
    );
    for (const value of names) expect(value).toMatch(/^\{\{env\.[A-Z0-9_]+\}\}$/);
  });

  it("is the local platform's too, with every collection, and without image processing", () => {
    const local = platformConfig();
    expect(Object.keys(local.functions).sort()).toEqual([...functionNames].sort());
    expect(local.collections.map(({ name }) => name)).toEqual(collections.map(({ name }) => name));
    expect(local.imageStyles).toBeUndefined();
  });
});

describe('the manifest of actions', () => {
  it('describes every action with access, effect, schemas and an example', () => {
    const file = path.join(dist, 'actions.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as ActionManifest[];
    expect(manifest.map(({ function: name, action }) => `${name}.${action}`)).toEqual(
      everyAction.map(({ title }) => title),
    );
    for (const row of manifest) {
      expect(Object.keys(row)).toEqual([
        'function',
        'action',
        'access',
        'effect',
        'input',
        'output',
        'example',
      ]);
      expect(['admin', 'visitor', 'public']).toContain(row.access);
      expect(['read', 'write']).toContain(row.effect);
      expect(row.example).toBeTypeOf('object');
      for (const schema of [row.input, row.output]) expect(schema).toHaveProperty('$schema');
    }
    const login = manifest.find(({ action }) => action === 'login');
    expect(login).toMatchObject({
      access: 'public',
      input: { type: 'object', required: ['username', 'password'], additionalProperties: false },
    });
  });
});

/** One place of the repository that a resource needs: a file to add, or lines to insert into one that is there. */
export interface Place {
  file: string;
  /** Existing line → what comes before it; without them the file is new, and its text is in `added/`. */
  before?: [line: string, text: string][];
  /** What the compiler or the wiring test says while it is missing; the first place is where one begins. */
  named?: string;
}

const screens = 'src/admin/resources/announcements';

/** The places of README, "Add a resource", for announcements. */
export const places: Place[] = [
  { file: 'contract/announcement.ts' },
  {
    file: 'contract/rights/rights.ts',
    before: [
      ["  'local-app-templates': 'templates',", "  announcements: 'templates',"],
      ["  localApp: 'templates',", "  announcement: 'templates',"],
    ],
    named: 'give `announcement` an area',
  },
  {
    file: 'contract/entities.ts',
    before: [
      ['import { apiKeyEntity }', "import { announcementEntity } from './announcement.ts';"],
      ["  'api-keys': apiKeyEntity,", '  announcements: announcementEntity,'],
    ],
    named: 'Add `announcementEntity` to contract/entities.ts',
  },
  {
    file: 'contract/index.ts',
    before: [
      ['import { apiKeyActions }', "import { announcementEntity } from './announcement.ts';"],
      ['  adminApiKey: ', '  adminAnnouncement: announcementEntity.actions,'],
    ],
    named: 'Add `adminAnnouncement` with `announcementEntity.actions`',
  },
  {
    file: 'contract/exports/content.ts',
    before: [
      ['import { categoryEntity }', "import { announcementEntity } from '../announcement.ts';"],
      [
        '  templates: ofEntity(',
        `  announcements: ofEntity(
    announcementEntity,
    '_id title content status isPinned sortTime createTime updateTime',
  ),`,
      ],
    ],
    named: 'Add `announcements` with its columns to a file of contract/exports/',
  },
  {
    file: 'cloudfunctions/adminAnnouncement/index.ts',
    named: 'Add cloudfunctions/adminAnnouncement/index.ts',
  },
  {
    file: `${screens}/index.ts`,
    named: `Add ${screens}/index.ts`,
  },
  {
    file: `${screens}/AnnouncementList.tsx`,
    named: "Cannot find module './AnnouncementList.tsx'",
  },
  {
    file: `${screens}/AnnouncementForm.tsx`,
    named: "Cannot find module './AnnouncementForm.tsx'",
  },
  {
    file: 'src/admin/shell/AdminApp.tsx',
    before: [
      [
        'import { apiKeys }',
        "import { announcements } from '../resources/announcements/index.ts';",
      ],
      ['    <Resource {...activationCodes} />', '    <Resource {...announcements} />'],
    ],
    named: 'Add `<Resource {...announcements} />` to src/admin/shell/AdminApp.tsx',
  },
  {
    file: 'i18n/zh/announcements.ts',
    named: "Cannot find module './announcements.ts'",
  },
  {
    file: 'i18n/zh/index.ts',
    before: [
      ['import { apiKeys }', "import { announcements } from './announcements.ts';"],
      ["  'api-keys': apiKeys,", '  announcements,'],
    ],
    named: 'Add the labels of `announcements` to i18n/zh/',
  },
  {
    file: 'scripts/demo/content.ts',
    before: [
      [
        'import { type LocalApp,',
        "import { announcementEntity } from '#contract/announcement.ts';",
      ],
      [
        '/** Presets, local apps and quick functions',
        "const notices = ['国庆冲印活动', '服务升级通知', '新模板上线', '客服时间调整'];\n",
      ],
      [
        '  return {\n    collections: { templatePresets,',
        `  const announcements = notices.map((title, at) =>
    recordOf(announcementEntity, {
      _id: numbered('ann', at + 1),
      title,
      isPinned: at === 0,
      status: at === 3 ? 'draft' : 'published',
      sortTime: today - at * DAY,
      ...stamp(90 - at * 20),
    }),
  );
`,
      ],
      ['localAppCategories, localApps, quickFunctions }', 'announcements, '],
    ],
    named: 'Add `ann_0001` to the records of `announcements` in scripts/demo/',
  },
];

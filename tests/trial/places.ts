import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One place of the repository that a recipe needs: a file to add, or lines to insert into one that is there. */
export interface Place {
  file: string;
  /** Existing line → what comes before it; without them the file is new, and its text is in `added/`. */
  before?: [line: string, text: string][];
  /** What the wiring test says while it is missing. */
  named?: string;
}

export const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');

/** What README says below a comment that names the place, up to the next one. */
export const said = (place: string): string => {
  const [, below = ''] = readme.split(`// ${place}`);
  const [text = ''] = below.slice(below.indexOf('\n') + 1).split(/\n\n?\/\/ |\n```/);
  if (!text) throw new Error(`README says nothing of ${place}`);
  return text;
};

const app = 'src/admin/shell/AdminApp.tsx';
const [importOfPage = '', routeOfPage = ''] = said(app).split(/\n/);

export const page: Place[] = [
  {
    file: app,
    before: [
      ['import { roles }', importOfPage],
      ['      <Route path={PROFILE_PAGE} ', routeOfPage],
    ],
  },
];

export const field: Place[] = [
  {
    file: 'contract/category.ts',
    before: [
      ["    description: field.prose('说明', 200),", said('contract/category.ts, among `fields`')],
    ],
  },
  {
    file: 'src/admin/resources/categories/CategoryForm.tsx',
    before: [
      [
        '    <FieldInputs entity={categoryEntity}',
        said('src/admin/resources/categories/CategoryForm.tsx'),
      ],
    ],
  },
];

/** Places of which README has the whole file. */
export const written = [
  'src/admin/resources/revenue/RevenuePage.tsx',
  'src/admin/resources/categories/EnabledCount.tsx',
];

export const action: Place[] = [
  {
    file: 'contract/category.ts',
    before: [['  getUsage: adminRead({', said('contract/category.ts, among `categoryActions`')]],
  },
  {
    file: 'cloudfunctions/adminCategory/index.ts',
    before: [['  getUsage: async (', said('cloudfunctions/adminCategory/index.ts')]],
  },
];

const screens = 'src/admin/resources/announcements';

/** The places of README, "Add a resource", for announcements. */
export const resource: Place[] = [
  { file: 'contract/announcement.ts' },
  {
    file: 'contract/rights/rights.ts',
    before: [
      ["  'local-app-templates': 'templates',", "  announcements: 'templates',"],
      ["  localApp: 'templates',", "  announcement: 'templates',"],
    ],
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
    file: 'cloudfunctions/adminAnnouncement/index.ts',
    named: 'Add cloudfunctions/adminAnnouncement/index.ts',
  },
  { file: `${screens}/index.ts` },
  { file: `${screens}/AnnouncementList.tsx` },
  { file: `${screens}/AnnouncementForm.tsx` },
  {
    file: app,
    before: [
      [
        'import { apiKeys }',
        "import { announcements } from '../resources/announcements/index.ts';",
      ],
      ['    <Resource {...activationCodes} />', '    <Resource {...announcements} />'],
    ],
    named: 'Add `<Resource {...announcements} />` to src/admin/shell/AdminApp.tsx',
  },
];

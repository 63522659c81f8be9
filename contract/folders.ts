/**
 * Who is given addresses of the files in a folder. `owner`: the user they belong to, and administrators; `nobody`: only
 * functions read them, or one action of their own hands them out and says so in the audit log.
 */
type Audience = 'everybody' | 'owner' | 'administrators' | 'nobody';

/** Every folder at the top of the storage. Nothing is stored in, and no address is given for, any other. */
export const folders = {
  template: 'everybody',
  category: 'everybody',
  settings: 'everybody',
  user_upload: 'owner',
  results: 'owner',
  voucher: 'administrators',
  /** What browsers put there, until it is confirmed. */
  upload: 'nobody',
  /** The data of calls that do not fit into one, below the id of the administrator who makes it. */
  request: 'nobody',
  export: 'nobody',
  'print-archive': 'nobody',
  /** Pictures in the styles that they are shown in. Callers who may see the picture get the address of its copy. */
  copy: 'nobody',
  /** Written and removed by a test of the connection. */
  probe: 'nobody',
  /** Versions of the product, for a return to one of them. */
  deployments: 'nobody',
  backup: 'nobody',
} as const satisfies Record<string, Audience>;

export type Folder = keyof typeof folders;

const isFolder = (name: string): name is Folder => Object.hasOwn(folders, name);

/** The folder at the top of a path, or null for one that the product does not know. */
export const folderOf = (path: string): Folder | null => {
  const [name = '', ...below] = path.split('/');
  return below.length > 0 && isFolder(name) ? name : null;
};

export const audienceOf = (path: string): Audience => {
  const folder = folderOf(path);
  return folder ? folders[folder] : 'nobody';
};

/**
 * The interfaces between the parts of the local CloudBase. Each part (database, auth, storage, functions) is built on
 * these and does not know the others, so that it can be tested alone.
 */

/** The one source of time. Tests move it through `POST /__emulator/clock`; nothing else calls `Date.now()`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Sets the time; it goes on running from there. `null` returns to the machine's own clock. */
  set(now: number | null): void;
}

/** Access level of a collection as the platform names them. Server calls pass all of them. */
export type CollectionAcl = 'READONLY' | 'PRIVATE' | 'ADMINWRITE' | 'ADMINONLY';

/** A declared index. `keys` keeps its order: `{ status: 1, createTime: -1 }`; paths may be dotted. */
export interface IndexConfig {
  name: string;
  keys: Record<string, 1 | -1>;
  unique?: boolean;
}

export interface CollectionConfig {
  name: string;
  acl?: CollectionAcl;
  indexes?: IndexConfig[];
}

/** Who may invoke a function from a client, as the platform's function rules define it. */
export type InvokeRule =
  | boolean
  | 'true'
  | 'false'
  | 'auth != null'
  | "auth.loginType != 'ANONYMOUS' && auth != null";

/** Production's rule for function names (docs/cloudbase-wire.md#calls-of-functions-from-the-browser). */
export const FUNCTION_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,58}[a-zA-Z0-9]$/;

export interface FunctionConfig {
  rule?: InvokeRule;
  /** Megabytes; 256 when absent. */
  memory?: number;
  /** Seconds; 3 when absent, as on the platform. */
  timeout?: number;
  /** Seven-field cron (`sec min hour day month week year`), read in Asia/Shanghai as Tencent does. */
  timers?: { name: string; config: string; message?: string }[];
  /** HTTP access path, e.g. `/notify/wechat-pay`. */
  http?: string;
  /** Environment variables of the function. */
  environment?: Record<string, string>;
  /** Folder of its `index.js`; named after the function, in the folder of all functions, when absent. */
  dir?: string;
}

/** A named image style, rendered with `sharp` when `path!name` is asked for. `{}` leaves the picture unchanged. */
export interface ImageStyleConfig {
  width?: number;
  height?: number;
  /** `inside` keeps the whole picture, `cover` fills the box. Default `inside`; never enlarges. */
  fit?: 'inside' | 'cover';
  quality?: number;
  format?: 'webp' | 'jpeg' | 'png';
  /** Written into the lower right corner; the picture keeps its XMP then. */
  text?: string;
}

export interface HttpPathConfig {
  /** The function that answers. */
  functionName: string;
  /** Refuses requests without the credentials of a signed-in user. */
  needsSignIn?: boolean;
  /** The function sees only what comes behind the path. */
  cutsPath?: boolean;
  /** Requests of browsers must come from a domain that the environment allows. */
  isSafe?: boolean;
  isOff?: boolean;
}

/**
 * The file that `--config` names. What a deployment changes is changed here too: all parts read it when they need it, so
 * that a change takes effect at once.
 */
export interface EmulatorConfig {
  envId: string;
  collections: CollectionConfig[];
  functions: Record<string, FunctionConfig>;
  imageStyles?: Record<string, ImageStyleConfig>;
  /** HTTP access paths beside those of `functions`. */
  httpPaths?: Record<string, HttpPathConfig>;
  /**
   * Whether what the default domain answers, site and HTTP access, is offered as a download, whatever a function says:
   * so seen in some environments. Default domains are for trying out (https://cloud.tencent.com/document/product/876/130728).
   */
  domains?: { isDownload: boolean };
  /** Nothing is answered at HTTP access paths. */
  isHttpAccessOff?: boolean;
  storage?: {
    /** Who may touch files from a client; functions always may. `PRIVATE` when absent. */
    acl?: CollectionAcl;
    /** Name after the dot in `cloud://<envId>.<bucket>/<path>`; `files` when absent. */
    bucket?: string;
  };
  /**
   * Sessions that one user may have at a time, above which a sign-in ends the oldest; 1 when absent, as on the platform,
   * and -1 for any number.
   */
  maxDevice?: number;
  /** Limits for all requests to the database together; none where absent. */
  limits?: { requestsPerSecond?: number; connections?: number };
  /** What the gateway lets clients reach beside the functions whose rules admit some of them. */
  gateway?: { functions?: 'callable' | 'all'; storages?: 'closed' | 'open' };
}

/** An error of the platform: `code` is one of its strings (`DATABASE_TRANSACTION_CONFLICT`, `INVALID_PARAM`, …). */
export class PlatformError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** HTTP status where the wire uses one (the gateway); `/admin` always answers 200. */
    readonly status = 400,
  ) {
    super(message);
    this.name = 'PlatformError';
  }
}

/** Thrown where a test wants the connection to break. */
export class ConnectionBroken extends Error {}

/** What the document database offers the server (`emulator/database/`). */
export interface DocumentDatabase {
  /**
   * Carries out one `database.*` action of the server SDK.
   * @param action e.g. `database.getDocument`
   * @param body the parsed request body
   * @returns the reply without `requestId`, e.g. `{ data: { list: [...] } }`
   * @throws PlatformError
   */
  handle(action: string, body: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Empties every collection and drops open transactions; declared collections and indexes stay. */
  reset(): void;
  /** Drops open transactions, as if they had expired. */
  dropTransactions(): void;
  close(): void;
}

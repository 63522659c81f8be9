/** Milliseconds before each repetition of a notice that was not answered with 2xx. */
const PAUSES = [5_000, 30_000, 120_000];

const webhookModes = ['on', 'lost', 'repeated'] as const;
export type WebhookMode = (typeof webhookModes)[number];
export const isWebhookMode = (value: unknown): value is WebhookMode =>
  webhookModes.includes(value as WebhookMode);

/** One notice to deliver. */
export interface Webhook {
  id: string;
  url: string;
  /** JSON. */
  body: string;
}

interface Entry extends Webhook {
  taskId: string;
  eventData: string;
  createTime: number;
  status: 'PENDING' | 'SUCCESS' | 'FAILED';
  response: string;
  tries: number;
  /** Time of the next attempt; null: none, or one is on its way. */
  time: number | null;
}

/** Notices of the ends of tasks: when each is due, and whether it arrived. Sends nothing itself. */
export const createWebhooks = (now: () => number) => {
  let mode: WebhookMode = 'on';
  const entries = new Map<string, Entry>();

  return {
    setMode: (next: WebhookMode) => void (mode = next),
    add(taskId: string, url: string, eventData: string) {
      const id = `wh${taskId}`;
      const body = JSON.stringify({ event: 'TASK_END', taskId, eventData });
      const isLost = mode === 'lost';
      entries.set(id, {
        id,
        taskId,
        url,
        body,
        eventData,
        createTime: now(),
        status: isLost ? 'FAILED' : 'PENDING',
        response: '',
        tries: 0,
        time: isLost ? null : now(),
      });
    },
    /** Those to send now, each until `answered` reports what became of it. */
    due(): Webhook[] {
      const ready = [...entries.values()].filter(({ time }) => time !== null && time <= now());
      for (const entry of ready) Object.assign(entry, { time: null, tries: entry.tries + 1 });
      return mode === 'repeated' ? ready.flatMap(entry => [entry, entry]) : ready;
    },
    /** @param status of the answer; null when there was none */
    answered(id: string, status: number | null) {
      const entry = entries.get(id);
      if (!entry || entry.status === 'SUCCESS') return;
      const isUnderstood = status !== null && status >= 200 && status < 300;
      const pause = PAUSES[entry.tries - 1];
      entry.response = status === null ? '' : String(status);
      entry.status = isUnderstood ? 'SUCCESS' : pause === undefined ? 'FAILED' : 'PENDING';
      entry.time = entry.status === 'PENDING' && pause !== undefined ? now() + pause : null;
    },
    /** As `getWebhookDetail` answers. */
    detail(taskId: string) {
      const entry = entries.get(`wh${taskId}`);
      return entry
        ? {
            id: entry.id,
            taskId,
            webhookUrl: entry.url,
            eventData: entry.eventData,
            callbackStatus: entry.status,
            callbackResponse: entry.response,
            retryCount: Math.max(0, entry.tries - 1),
            createTime: String(entry.createTime),
          }
        : null;
    },
    /** Sends it once more, as `retryWebhook` does. False if there is none. */
    again(id: string, url: string): boolean {
      const entry = entries.get(id);
      if (!entry) return false;
      Object.assign(entry, { url, status: 'PENDING', tries: 0, time: now() });
      return true;
    },
    forget: (taskId: string) => void entries.delete(`wh${taskId}`),
    reset() {
      entries.clear();
      mode = 'on';
    },
  };
};

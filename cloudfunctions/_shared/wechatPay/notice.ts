import { z } from '#contract/zod.ts';
import { type CallbackSource, noteCallback } from '../base/callbackTimes.ts';
import { _ } from '../base/cloud.ts';
import type { WebRequest } from '../base/httpFunction.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { Merchant } from './settings.ts';
import { isGenuine, openResource } from './signing.ts';

/** A notice sent by the gateway. Every fault is refused in the same way and changes nothing. */
export class NoticeRefused extends Error {}

const envelope = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  event_type: z.string().max(64),
  resource: z.object({
    algorithm: z.string(),
    nonce: z.string().min(1).max(64),
    associated_data: z.string().optional(),
    ciphertext: z.string(),
  }),
});

export interface Notice<T> {
  id: string;
  eventType: string;
  content: T;
}

/** @throws NoticeRefused unless the gateway signed it recently, with its key, and encrypted it with ours */
export const readNotice = <T extends z.ZodType>(
  request: WebRequest,
  merchant: Merchant,
  content: T,
): Notice<z.output<T>> => {
  const { headers, body } = request;
  const genuine = request.httpMethod === 'POST' && isGenuine(name => headers[name], body, merchant);
  if (!genuine) throw new NoticeRefused();
  try {
    const { id, event_type, resource } = envelope.parse(JSON.parse(body));
    const opened = content.parse(openResource(merchant.apiV3Key, resource));
    return { id, eventType: event_type, content: opened };
  } catch {
    throw new NoticeRefused();
  }
};

interface WebhookEvent extends Stored {
  source: string;
  eventType: string;
  refId: string;
  status: 'received' | 'done';
}

const events = repository<WebhookEvent>('webhookEvents');

/** The notices about these records, the newest first. */
export const noticesOf = (ids: string[]): Promise<WebhookEvent[]> =>
  events.find({ refId: _.in(ids) }, { sort: [['createTime', 'desc']], limit: MOST_NOTICES });
const MOST_NOTICES = 20;
/** How long the first receiver of an event may work on it before a repetition takes over. */
const BUSY_MS = 30_000;

/**
 * Handles an event once. A repetition of a finished event is answered as done; during the work on it the sender is
 * asked to repeat, in case that work dies.
 * @returns false when the sender should repeat the event
 */
export const once = async (
  event: { id: string; source: CallbackSource; eventType: string; refId: string },
  act: () => Promise<void>,
): Promise<boolean> => {
  const { id, ...fields } = event;
  const eventId = `${event.source}_${id}`;
  if (!(await events.insertUnlessThere({ ...fields, status: 'received' }, eventId))) {
    const known = await events.get(eventId);
    if (known?.status === 'done') return true;
    if (known && Date.now() - known.updateTime < BUSY_MS) return false;
    // The first receiver died: one of the repetitions takes over.
    if (known && !(await events.compareAndSet(eventId, { rev: known.rev }, {}))) return false;
  }
  try {
    await act();
  } catch (error) {
    // The next repetition starts again.
    await events.remove(eventId);
    throw error;
  }
  await Promise.all([
    events.compareAndSet(eventId, {}, { status: 'done' }),
    noteCallback(event.source),
  ]);
  return true;
};

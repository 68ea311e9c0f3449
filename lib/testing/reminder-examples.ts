import { stopUrls } from '@/lib/checkout/reminders/opt-out';
import type { Sent } from './call-world';

const stopLink = (): Promise<Sent> => Promise.resolve({ query: new URL(stopUrls('an-order', 'en').oneClick).search });

/** One request of each call about reminders that is answered as its documentation says. */
export const reminderExamples: Record<string, Sent | (() => Promise<Sent>)> = {
  'GET /api/reminders/stop': stopLink,
  'POST /api/reminders/stop': stopLink,
  'POST /api/user/[userId]/profile/reminders': { body: { reminders: 'off' } },
};

import { confirmPublished, contentActionSchema, discardDraft, publishDraft, restoreVersion } from '@/lib/admin/content/change-content';
import { contentDocument } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { notFound } from '@/lib/problem';

type Action = 'publish' | 'restore' | 'confirm' | 'discard';
const actions: Record<Action, typeof publishDraft> = { publish: publishDraft, restore: restoreVersion, confirm: confirmPublished, discard: discardDraft };
const isAction = (name: string): name is Action => Object.hasOwn(actions, name);

export const POST = handler({ access: 'content', answers: { 200: contentDocument }, body: contentActionSchema }, async ({ actor, params: { id = '', action = '' }, body }) => {
  if (!isAction(action)) throw notFound();
  return actions[action](actor, id, body, now());
});

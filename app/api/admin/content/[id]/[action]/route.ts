import { contentDocument } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import {
  confirmPublished,
  contentActionSchema,
  discardDraft,
  publishDraft,
  restoreVersion,
} from '@/lib/content/admin/change-content';
import { notFound } from '@/lib/problem';

type Action = 'publish' | 'restore' | 'confirm' | 'discard';
const actions: Record<Action, typeof publishDraft> = {
  publish: publishDraft,
  restore: restoreVersion,
  confirm: confirmPublished,
  discard: discardDraft,
};
const isAction = (name: string): name is Action => Object.hasOwn(actions, name);

export const POST = handler(
  {
    id: 'changeContentDocument',
    tag: 'Administration',
    summary: 'Publish, restore, confirm or discard a content version',
    description:
      '`restore` publishes version `number`; an unpublished draft stays the newest version. `confirm` keeps the published version although the files changed later. `discard` drops the draft, which stays in the history.',
    access: 'content',
    answers: { 200: contentDocument },
    problems: [409],
    body: contentActionSchema,
    example: { params: { id: 'common.footer', action: 'restore' }, body: { version: 0, number: 0 } },
  },
  async ({ actor, params: { id = '', action = '' }, body }) => {
    if (!isAction(action)) throw notFound();
    return actions[action](actor, id, body, now());
  },
);

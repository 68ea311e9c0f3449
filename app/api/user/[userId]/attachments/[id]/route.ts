import { handler } from '@/lib/api/handler';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { cachedMediaActorOf } from '@/lib/auth/sessions/media-actor';
import { now } from '@/lib/clock';
import { downloadAttachment } from '@/lib/video/attachments/attachments';
import { isSigned } from '@/lib/video/playback/signed-url';

const queryOf = (request: Request) => new URL(request.url).searchParams;

const viewerOf = (request: Request) => (isSigned(queryOf(request)) ? cachedMediaActorOf(request) : actorOf(request));

export const GET = handler({ access: 'public', answers: { 200: 'application/pdf', 206: 'application/pdf' }, actorOf: viewerOf }, async ({ request, actor, params: { userId = '', id = '' } }) =>
  downloadAttachment({ actor, userId, attachmentId: id, now: now(), isHead: request.method === 'HEAD' }, queryOf(request)));

import { fileAnswers } from '@/lib/shapes';
import { handler } from '@/lib/api/handler';
import { signedMediaQuery } from '@/lib/api/openapi/shared-texts';
import { actorOf } from '@/lib/accounts/sessions/actor-of';
import { cachedMediaActorOf } from '@/lib/accounts/sessions/media-actor';
import { now } from '@/lib/clock';
import { downloadAttachment } from '@/lib/lessons/attachments';
import { isSignedUrl } from '@/lib/lessons/playback/playback-access';

const queryOf = (request: Request) => new URL(request.url).searchParams;

const viewerOf = (request: Request) => (isSignedUrl(queryOf(request)) ? cachedMediaActorOf(request) : actorOf(request));

export const GET = handler(
  {
    id: 'getAttachment',
    tag: 'Courses',
    summary: 'Download an attachment of a lesson',
    description: 'Supports `Range` and `If-Range`. Counts as opening the lesson.',
    access: 'public',
    requires: 'purchased',
    answers: { 200: 'application/pdf', 206: 'application/pdf', ...fileAnswers },
    queryParameters: { sig: signedMediaQuery.sig, exp: signedMediaQuery.exp },
    actorOf: viewerOf,
  },
  async ({ request, actor, params: { userId = '', id = '' } }) =>
    downloadAttachment(
      { actor, userId, attachmentId: id, now: now(), isHead: request.method === 'HEAD' },
      queryOf(request),
    ),
);

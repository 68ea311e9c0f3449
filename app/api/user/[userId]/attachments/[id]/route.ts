import { readActor } from '@/lib/accounts/sessions/actor-of';
import { readCachedMediaActor } from '@/lib/accounts/sessions/media-actor';
import { handler } from '@/lib/api/handler';
import { signedMediaQuery } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { downloadAttachment } from '@/lib/lessons/attachments';
import { isSignedUrl } from '@/lib/lessons/playback/playback-access';
import { fileAnswers } from '@/lib/shapes';

const queryOf = (request: Request) => new URL(request.url).searchParams;

const findViewer = (request: Request) =>
  isSignedUrl(queryOf(request)) ? readCachedMediaActor(request) : readActor(request);

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
    actorOf: findViewer,
  },
  async ({ request, actor, params: { userId = '', id = '' } }) =>
    downloadAttachment(
      { actor, userId, attachmentId: id, now: now(), isHead: request.method === 'HEAD' },
      queryOf(request),
    ),
);

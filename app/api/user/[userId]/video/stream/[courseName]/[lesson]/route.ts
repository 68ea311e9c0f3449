import { readActor } from '@/lib/accounts/sessions/actor-of';
import { readCachedMediaActor } from '@/lib/accounts/sessions/media-actor';
import { handler } from '@/lib/api/handler';
import { signedMediaQuery } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { isSignedUrl } from '@/lib/lessons/playback/playback-access';
import { streamLesson } from '@/lib/lessons/playback/stream';
import { fileAnswers } from '@/lib/shapes';

const queryOf = (request: Request) => new URL(request.url).searchParams;

/** Signed URLs may use a briefly cached session; a bare token or cookie is checked on each request (docs/api.md). */
const findViewer = (request: Request) =>
  isSignedUrl(queryOf(request)) ? readCachedMediaActor(request) : readActor(request);

export const GET = handler(
  {
    id: 'getLessonFile',
    tag: 'Courses',
    summary: 'A media file of a lesson',
    description: 'Supports `Range` and `If-Range`.',
    access: 'public',
    requires: 'purchased',
    answers: { 200: 'video/mp4', 206: 'video/mp4', ...fileAnswers },
    queryParameters: signedMediaQuery,
    actorOf: findViewer,
  },
  async ({ request, actor, params: { userId = '', courseName = '', lesson = '' } }) =>
    streamLesson(
      { actor, userId, courseSlug: courseName, lesson, now: now(), isHead: request.method === 'HEAD' },
      queryOf(request),
    ),
);

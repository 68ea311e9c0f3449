import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { isSigned } from '@/lib/video/playback/signed-url';
import { streamLesson } from '@/lib/video/playback/stream';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { cachedMediaActorOf } from '@/lib/auth/sessions/media-actor';

const queryOf = (request: Request) => new URL(request.url).searchParams;

/** A signed address looks at the session and may remember it for a moment; a token or cookie alone is asked for every time (api.md). */
const viewerOf = (request: Request) => (isSigned(queryOf(request)) ? cachedMediaActorOf(request) : actorOf(request));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ actorOf: viewerOf }, async ({ request, actor, params: { userId = '', courseName = '', lesson = '' } }) =>
    streamLesson({ actor, userId, courseSlug: courseName, lesson, now: now(), isHead: request.method === 'HEAD' }, queryOf(request))),
});

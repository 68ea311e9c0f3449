import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { isSigned } from '@/lib/video/playback/signed-url';
import { streamLesson } from '@/lib/video/playback/stream';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { cachedMediaActorOf } from '@/lib/auth/sessions/media-actor';

const queryOf = (request: Request) => new URL(request.url).searchParams;

/** A signed address depends on the session, which is cached for a moment; a token or cookie alone is checked every time (docs/api.md). */
const viewerOf = (request: Request) => (isSigned(queryOf(request)) ? cachedMediaActorOf(request) : actorOf(request));

export const GET = handler({ access: 'public', answers: { 200: 'video/mp4', 206: 'video/mp4' }, actorOf: viewerOf }, async ({ request, actor, params: { userId = '', courseName = '', lesson = '' } }) =>
  streamLesson({ actor, userId, courseSlug: courseName, lesson, now: now(), isHead: request.method === 'HEAD' }, queryOf(request)));

import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { isSigned } from '@/lib/media/signature';
import { streamLesson } from '@/lib/media/stream';
import { recentActorOf, recentMediaActorOf } from '@/lib/sessions/recent-actor';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ actorOf: recentActorOf }, async ({ request, actor, params: { userId = '', courseName = '', lesson = '' } }) => {
    const query = new URL(request.url).searchParams;
    const who = isSigned(query) ? actor ?? (await recentMediaActorOf(request)) : actor;
    return streamLesson({ actor: who, userId, courseSlug: courseName, lesson, now: now() }, query);
  }),
});

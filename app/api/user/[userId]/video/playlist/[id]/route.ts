import { assertSelf } from '@/lib/actor';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { lessonPlaylist, parsePlaylistId } from '@/lib/video/playback/lesson-playlist';
import { isSigned } from '@/lib/video/playback/signed-url';
import { notFound } from '@/lib/problem';
import { mediaActorOf } from '@/lib/auth/sessions/actor-of';

export const GET = handler({ access: 'public', answers: { 200: 'application/vnd.apple.mpegurl' } }, async ({ request, actor, params: { userId = '', id = '' } }) => {
  const query = new URL(request.url).searchParams;
  const who = isSigned(query) ? actor ?? (await mediaActorOf(request)) : actor;
  const place = parsePlaylistId(id);
  if (!place) {
    assertSelf(who, userId);
    throw notFound();
  }
  const text = await lessonPlaylist({ actor: who, userId, ...place, now: now(), isHead: request.method === 'HEAD' }, query);
  return new Response(text, { headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-store' } });
});

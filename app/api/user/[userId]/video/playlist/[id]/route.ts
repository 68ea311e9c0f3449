import { readMediaActor } from '@/lib/accounts/sessions/actor-of';
import { handler } from '@/lib/api/handler';
import { signedMediaQuery } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';
import { isSignedUrl } from '@/lib/lessons/playback/playback-access';
import { parsePlaylistId, readLessonPlaylist } from '@/lib/lessons/playback/stream';
import { assertSameUserOrAdmin } from '@/lib/permissions';
import { notFound } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getLessonPlaylist',
    tag: 'Courses',
    summary: 'The HLS playlist of a lesson, with signed URLs',
    access: 'public',
    requires: 'purchased',
    answers: { 200: 'application/vnd.apple.mpegurl' },
    queryParameters: signedMediaQuery,
  },
  async ({ request, actor, params: { userId = '', id = '' } }) => {
    const query = new URL(request.url).searchParams;
    const viewer = isSignedUrl(query) ? (actor ?? (await readMediaActor(request))) : actor;
    const place = parsePlaylistId(id);
    if (!place) {
      assertSameUserOrAdmin(viewer, userId);
      throw notFound();
    }
    const text = await readLessonPlaylist(
      { actor: viewer, userId, ...place, now: now(), isHead: request.method === 'HEAD' },
      query,
    );
    return new Response(text, {
      headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-store' },
    });
  },
);

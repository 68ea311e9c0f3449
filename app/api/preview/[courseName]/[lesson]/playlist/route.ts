import { handler } from '@/lib/api/handler';
import { previewPlaylist } from '@/lib/video/playback/preview';

/** The free lesson in the qualities that its player offers (rows C6, N2). */
export const GET = handler({ access: 'anyone', answers: { 200: 'application/vnd.apple.mpegurl' } }, async ({ request, params: { courseName = '', lesson = '' } }) => {
  const text = await previewPlaylist(courseName, lesson, new URL(request.url).searchParams.get('rendition'));
  return new Response(text, { headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'public, max-age=60' } });
});

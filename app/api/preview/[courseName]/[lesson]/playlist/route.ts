import { handler } from '@/lib/api/handler';
import { previewPlaylist } from '@/lib/lessons/playback/stream';

export const GET = handler(
  {
    id: 'getPreviewPlaylist',
    tag: 'Courses',
    summary: 'The HLS playlist of a free lesson',
    description: 'Lists the renditions, or the segments of the named `rendition`.',
    access: 'anyone',
    answers: { 200: 'application/vnd.apple.mpegurl' },
    queryParameters: { rendition: 'name of a rendition' },
    example: { params: { lesson: '01-welcome.mp4' } },
  },
  async ({ request, params: { courseName = '', lesson = '' } }) => {
    const text = await previewPlaylist(courseName, lesson, new URL(request.url).searchParams.get('rendition'));
    return new Response(text, {
      headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'public, max-age=60' },
    });
  },
);

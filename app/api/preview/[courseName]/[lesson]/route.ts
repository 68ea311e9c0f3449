import { handler } from '@/lib/api/handler';
import { previewLesson } from '@/lib/video/playback/preview';

/** The lesson that everybody may watch before buying (C6). */
export const GET = handler({ access: 'anyone', answers: { 200: 'video/mp4', 206: 'video/mp4' } }, async ({ request, params: { courseName = '', lesson = '' } }) =>
  previewLesson(courseName, lesson, new URL(request.url).searchParams.get('file')));

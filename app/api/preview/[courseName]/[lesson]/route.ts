import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { previewLesson } from '@/lib/video/playback/preview';

/** The lesson that everybody may watch before buying (row C6). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async ({ request, params: { courseName = '', lesson = '' } }) =>
    previewLesson(courseName, lesson, new URL(request.url).searchParams.get('file'))),
});

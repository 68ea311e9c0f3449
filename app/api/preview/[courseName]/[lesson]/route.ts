import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { previewLesson } from '@/lib/media/preview';

/** The lesson that everybody may watch before buying (row C6). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async ({ request, params: { courseName = '', lesson = '' } }) =>
    previewLesson(courseName, lesson, new URL(request.url).searchParams.get('file'))),
});

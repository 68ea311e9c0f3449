import { handler } from '@/lib/api/handler';
import { signedMediaQuery } from '@/lib/api/openapi/shared-texts';
import { streamPreview } from '@/lib/lessons/playback/stream';
import { fileAnswers } from '@/lib/shapes';

export const GET = handler(
  {
    id: 'getPreviewFile',
    tag: 'Courses',
    summary: 'A media file of a free lesson',
    access: 'anyone',
    answers: { 200: 'video/mp4', 206: 'video/mp4', ...fileAnswers },
    queryParameters: { file: signedMediaQuery.file },
    example: { params: { lesson: '01-welcome.mp4' } },
  },
  async ({ request, params: { courseName = '', lesson = '' } }) =>
    streamPreview(courseName, lesson, new URL(request.url).searchParams.get('file')),
);

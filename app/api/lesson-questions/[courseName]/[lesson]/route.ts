import { questionPage } from '@/lib/api/answers/learning';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { askQuestion } from '@/lib/lessons/questions/ask';
import { listQuestions, questionPageSchema, questionTextSchema } from '@/lib/lessons/questions/list-questions';
import { identified } from '@/lib/shapes';

export const GET = handler(
  {
    id: 'listLessonQuestions',
    tag: 'Courses',
    summary: 'Questions under a lesson, newest first, 10 per page',
    access: 'learner',
    requires: 'purchased',
    answers: { 200: questionPage },
    query: questionPageSchema,
  },
  ({ actor, params: { courseName = '', lesson = '' }, query }) =>
    listQuestions({ actor, courseSlug: courseName, lesson, page: query.page }),
);

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler(
  {
    id: 'askQuestion',
    tag: 'Courses',
    summary: 'Ask a question under a lesson',
    description: 'Takes plain text. Administrators are notified by mail.',
    access: 'learner',
    requires: 'purchased',
    answers: { 201: identified },
    body: questionTextSchema,
    form: { back: '/course', next: pageOf },
    example: { body: { text: 'Why two folders?' } },
  },
  async ({ actor, params: { courseName = '', lesson = '' }, body, lang, isForm }) => {
    const { id } = await askQuestion({ actor, courseSlug: courseName, lesson, text: body.text, now: now() });
    if (isForm) return { page: lessonPath(lang, courseName, lesson, { section: 'questions', question: id }) };
    return Response.json({ id }, { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);

import { now } from '@/lib/clock';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { askQuestion } from '@/lib/courses/questions/ask';
import { listQuestions } from '@/lib/courses/questions/list-questions';
import { questionPageSchema, questionTextSchema } from '@/lib/courses/questions/question-schema';
import { questionPage } from '@/lib/api/answers/learning';
import { identified } from '@/lib/api/answers/shapes';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'learner', answers: { 200: questionPage }, query: questionPageSchema }, ({ actor, params: { courseName = '', lesson = '' }, query }) =>
  listQuestions({ actor, courseSlug: courseName, lesson, page: query.page }));

const pageOf = (answer: unknown) => (answer as { page: string }).page;

export const POST = handler({ access: 'learner', answers: { 201: identified }, body: questionTextSchema, form: { back: '/course', next: pageOf } }, async ({ actor, params: { courseName = '', lesson = '' }, body, lang, isForm }) => {
  const { id } = await askQuestion({ actor, courseSlug: courseName, lesson, text: body.text, now: now() });
  if (isForm) return { page: lessonPath(lang, courseName, lesson, { section: 'questions', question: id }) };
  return Response.json({ id }, { status: 201, headers: { 'cache-control': 'no-store' } });
});

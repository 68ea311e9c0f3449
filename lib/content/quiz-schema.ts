import { z } from 'zod';
import { localisedWithFallback, singleLine, typedCode } from '@/lib/schemas';

const maxQuestions = 50;
const maxOptions = 8;

const id = typedCode()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'latin_slug')
  .max(60, 'too_long');
const lesson = typedCode()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*\/[\w-]+\.mp4$/, 'course_lesson')
  .meta({ format: 'lesson' });
const text = localisedWithFallback(z.string().trim().min(1, 'required').max(600, 'too_long'));
const line = localisedWithFallback(singleLine().min(1, 'required').max(200, 'too_long'));

const common = {
  id,
  text,
  explanation: text.optional(),
  /** Level tests only: the `course/lesson` where a learner who cannot answer should begin. */
  begin: lesson.optional(),
};

const options = z
  .array(z.object({ text: line, right: z.boolean('required') }))
  .min(2, 'options_few')
  .max(maxOptions);
const countRight = (given: ReadonlyArray<{ right: boolean }>) => given.filter(({ right }) => right).length;

const oneQuestion = z.object({
  kind: z.literal('one'),
  ...common,
  options: options.refine((given) => countRight(given) === 1, 'one_right'),
});
const severalQuestion = z.object({
  kind: z.literal('several'),
  ...common,
  options: options.refine((given) => countRight(given) > 0, 'some_right'),
});
const trueFalseQuestion = z.object({ kind: z.literal('true_false'), ...common, right: z.boolean('required') });
const numberQuestion = z.object({
  kind: z.literal('number'),
  ...common,
  right: z.number(),
  tolerance: z.number().min(0),
});
const orderingQuestion = z.object({
  kind: z.literal('ordering'),
  ...common,
  items: z.array(line).min(2, 'options_few').max(maxOptions).describe('in the right order'),
});

export const questionSchema = z.discriminatedUnion('kind', [
  oneQuestion,
  severalQuestion,
  trueFalseQuestion,
  numberQuestion,
  orderingQuestion,
]);
export const questionKinds = ['one', 'several', 'true_false', 'number', 'ordering'] as const satisfies ReadonlyArray<
  z.output<typeof questionSchema>['kind']
>;

export const quizPurposes = ['lesson', 'chapter', 'level'] as const;

const contentFields = {
  title: line,
  passPercent: z.number('whole_number').int('whole_number').min(1, 'percent_invalid').max(100, 'percent_invalid'),
  maxAttempts: z.number().int('whole_number').min(1, 'uses_invalid').max(100).nullable(),
  timeLimitMinutes: z.number().int('whole_number').min(1, 'uses_invalid').max(600).nullable(),
  shuffle: z.boolean('required'),
  questions: z.array(questionSchema).min(1, 'questions_none').max(maxQuestions),
};

export const quizContentSchema = z.object(contentFields);

const fields = {
  purpose: z
    .enum(quizPurposes, 'required')
    .describe('shown after its lesson, shown after the chapter of its lesson, or a level test'),
  lesson: lesson.nullable().describe('course/lesson; null for a level test'),
  published: z.boolean('required'),
  neededForCertificate: z.boolean('required'),
  ...contentFields,
};

function checkQuiz(
  quiz: {
    purpose: string;
    lesson: string | null;
    questions: ReadonlyArray<{ id: string; begin?: string | undefined }>;
  },
  context: z.RefinementCtx,
): void {
  const issue = (path: Array<string | number>, message: string) => context.addIssue({ code: 'custom', path, message });
  if (quiz.purpose === 'level' && quiz.lesson !== null) issue(['lesson'], 'level_without_lesson');
  if (quiz.purpose !== 'level' && quiz.lesson === null) issue(['lesson'], 'required');
  const seen = new Set<string>();
  for (const [index, question] of quiz.questions.entries()) {
    if (seen.has(question.id)) issue(['questions', index, 'id'], 'duplicate');
    seen.add(question.id);
    if (quiz.purpose === 'level' && !question.begin) issue(['questions', index, 'begin'], 'required');
  }
}

export const quizSchema = z.object(fields).superRefine(checkQuiz);
export const newQuizSchema = z.object({ id, ...fields }).superRefine(checkQuiz);
export const quizChangeSchema = z
  .object({ ...fields, /** The version that the editor loaded. */ version: z.string().optional() })
  .superRefine(checkQuiz);

export type QuizData = z.output<typeof quizSchema>;
export type NewQuiz = z.output<typeof newQuizSchema>;
export type QuizChange = z.output<typeof quizChangeSchema>;
export type QuizContent = z.output<typeof quizContentSchema>;
export type Question = z.output<typeof questionSchema>;
export type QuestionKind = Question['kind'];

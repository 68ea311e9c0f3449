import { lessonPath } from '@/lib/courses/catalogue/course';
import type { QuestionPlace } from '@/lib/courses/questions/own-texts';
import type { Language } from '@/lib/language';
import type { FormPost } from './form-post';

/** Forms of a question lead back to it; what they are answered is its `QuestionPlace`, or after its removal only the lesson. */
export const questionForm: FormPost = { back: '/course', next: (answer, lang) => questionPage(answer as Partial<QuestionPlace>, lang) };

const questionPage = ({ courseSlug = '', lesson = '', questionId }: Partial<QuestionPlace>, lang: Language) =>
  lessonPath(lang, courseSlug, lesson, { section: 'questions', ...(questionId ? { question: questionId } : {}) });

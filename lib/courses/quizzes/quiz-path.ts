const pathOf = (...segments: string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

/** A quiz of a course, with its rules and attempts. */
export const quizPath = (lang: string, courseSlug: string, quizId: string): string => pathOf(lang, 'course', courseSlug, 'quiz', quizId);

/** An attempt: its questions, then its result. */
export const attemptPath = (lang: string, { courseSlug, quizId, id }: { courseSlug: string; quizId: string; id: string }): string => pathOf(lang, 'course', courseSlug, 'quiz', quizId, id);

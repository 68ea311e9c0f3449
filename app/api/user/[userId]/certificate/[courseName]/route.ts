import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { identified } from '@/lib/shapes';

const certificatePath = (answer: unknown, lang: string) => `/${lang}/certificate/${(answer as { id: string }).id}`;

export const POST = handler(
  {
    id: 'issueCertificate',
    tag: 'Courses',
    summary: 'Issue the certificate of a completed course',
    description:
      '409 `not-completed` lists the unfinished `lessons` and `enoughPercent`, the share of each that must be watched. 409 `quizzes-missing` means that a required quiz is not passed.',
    access: 'sameUser',
    answers: { 200: identified },
    problems: [409],
    form: { next: certificatePath, back: '/course', section: 'certificate' },
  },
  ({ actor, params: { userId = '', courseName = '' } }) =>
    issueCertificate({ actor, userId, courseSlug: courseName, now: now() }),
);

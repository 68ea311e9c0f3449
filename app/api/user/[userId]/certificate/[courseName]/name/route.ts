import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { renewCertificate } from '@/lib/courses/progress/certificate';
import { identified } from '@/lib/shapes';

const certificatePath = (answer: unknown, lang: string) => `/${lang}/certificate/${(answer as { id: string }).id}`;

export const POST = handler(
  {
    id: 'renameCertificate',
    tag: 'Courses',
    summary: "Reissue a certificate in the account's current name",
    description: 'The number and the date stay the same.',
    access: 'sameUser',
    answers: { 200: identified },
    problems: [404],
    form: { next: certificatePath, back: '/course', section: 'certificate' },
  },
  ({ actor, params: { userId = '', courseName = '' } }) =>
    renewCertificate({ actor, userId, courseSlug: courseName, now: now() }),
);

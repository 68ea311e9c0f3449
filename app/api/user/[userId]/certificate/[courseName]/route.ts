import { assertSelf } from '@/lib/actor';
import { now } from '@/lib/clock';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const certificatePath = (answer: unknown, lang: string) => `/${lang}/certificate/${(answer as { id: string }).id}`;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { next: certificatePath, back: '/course' } }, async ({ actor, params: { userId = '', courseName = '' } }) => {
    assertSelf(actor, userId);
    return issueCertificate({ actor, courseSlug: courseName, now: now() });
  }),
});

import { now } from '@/lib/clock';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { identified } from '@/lib/api/answers/shapes';
import { handler } from '@/lib/api/handler';

const certificatePath = (answer: unknown, lang: string) => `/${lang}/certificate/${(answer as { id: string }).id}`;

export const POST = handler({ access: 'owner', answers: { 200: identified }, form: { next: certificatePath, back: '/course', section: 'certificate' } }, ({ actor, params: { userId = '', courseName = '' } }) =>
  issueCertificate({ actor, userId, courseSlug: courseName, now: now() }));

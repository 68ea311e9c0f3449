import { db, transaction } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { subscribe } from '@/lib/newsletter/subscription';

export async function seedSubscriber(email: string, lang: Language = 'ar', now = new Date()): Promise<string> {
  await transaction((tx) => subscribe(tx, { email, lang, version: 1, now }));
  return (await (await db()).subscriber.findUniqueOrThrow({ where: { email }, select: { id: true } })).id;
}

export async function seedSubscribers(count: number, now: Date): Promise<void> {
  const buildRow = (index: number) => ({
    email: `reader-${index}@midan.example`,
    lang: 'ar',
    consentVersion: 1,
    consentAt: now,
  });
  await (await db()).subscriber.createMany({ data: Array.from({ length: count }, (_, index) => buildRow(index)) });
}

const newsletterFields = {
  lang: 'ar',
  subject: 'دورة جديدة',
  preview: 'تبدأ يوم الأحد',
  html: '<p>أهلًا بكم في <a href="/ar/courses">الدورات</a>.</p>',
  readerLang: 'ar',
};

/** Creates a newsletter that is being sent, unless `over` changes that. */
export async function seedNewsletter(now: Date, over: Record<string, unknown> = {}): Promise<string> {
  return (
    await (
      await db()
    ).newsletter.create({
      data: { ...newsletterFields, status: 'sending', startedAt: now, ...over },
      select: { id: true },
    })
  ).id;
}

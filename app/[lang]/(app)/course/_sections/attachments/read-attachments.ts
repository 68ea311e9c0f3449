import { getTranslations } from 'next-intl/server';
import type { LessonPlace } from '../lesson-place';
import { attachmentLabelKeys, type AttachmentsInitial, type AttachmentsLabels } from './attachments-labels';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { sizeUnits } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { listAttachments } from '@/lib/video/attachments/attachments';

export async function attachmentsLabels(lang: Language): Promise<AttachmentsLabels> {
  const t = await getTranslations({ locale: lang, namespace: 'attachments' });
  return { ...(Object.fromEntries(attachmentLabelKeys.map((key) => [key, t(key)])) as Record<(typeof attachmentLabelKeys)[number], string>), units: await sizeUnits(lang) };
}

/** For the page that opens with its files. */
export async function readAttachments({ actor, place: { courseSlug, lesson, lang } }: { actor: Actor; place: LessonPlace }): Promise<AttachmentsInitial> {
  return { attachments: await listAttachments(actor, { courseSlug, lesson }, { lang, now: now() }) };
}

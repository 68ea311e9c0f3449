import type { Localised } from '@/lib/language';

/**
 * What the front itself refuses, in words. They stand here, not in the content files, because the front answers before
 * those can be read and while they are broken; problem-titles.test.ts holds both to the same words.
 */
export const problemTitles = {
  malformed: { ar: 'الطلب غير مفهوم', en: 'The request could not be understood', de: 'Die Anfrage ist nicht verständlich' },
  'not-found': { ar: 'غير موجود', en: 'Not found', de: 'Nicht gefunden' },
  'wrong-method': { ar: 'هذه الطريقة غير متاحة هنا', en: 'This method is not available here', de: 'Diese Methode gibt es hier nicht' },
  'too-large': { ar: 'الطلب أكبر من المسموح', en: 'The request is too large', de: 'Die Anfrage ist zu groß' },
  'too-many-requests': { ar: 'طلبات كثيرة، حاول بعد قليل', en: 'Too many requests, try again later', de: 'Zu viele Anfragen, bitte später erneut versuchen' },
  internal: { ar: 'حدث خطأ لدينا', en: 'Something went wrong on our side', de: 'Bei uns ist etwas schiefgegangen' },
  busy: { ar: 'الخدمة مشغولة الآن', en: 'The service is busy right now', de: 'Der Dienst ist gerade ausgelastet' },
  unavailable: { ar: 'الخدمة غير متاحة الآن', en: 'The service is not available right now', de: 'Der Dienst ist gerade nicht verfügbar' },
  starting: { ar: 'الخدمة تبدأ الآن. حاول بعد ثوانٍ.', en: 'The service is starting. Please try again in a few seconds.', de: 'Der Dienst startet gerade. Bitte versuchen Sie es in einigen Sekunden.' },
  'storage-full': { ar: 'مساحة التخزين على وشك النفاد؛ الكتابة متوقفة مؤقتًا.', en: 'Storage is almost full; writing is paused.', de: 'Der Speicher ist fast voll; Schreiben ist vorübergehend angehalten.' },
} satisfies Record<string, Localised>;

/** The stable end of a problem's `type`. */
export type FrontProblem = keyof typeof problemTitles;

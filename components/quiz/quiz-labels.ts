import type { getTranslations } from 'next-intl/server';

type Texts = Awaited<ReturnType<typeof getTranslations<'quiz'>>>;

export function questionLabels(t: Texts) {
  return {
    question: t.raw('question') as string,
    oneHelp: t('one_help'),
    severalHelp: t('several_help'),
    numberHelp: t('number_help'),
    orderingHelp: t('ordering_help'),
    placeHelp: t('place_help'),
    yourNumber: t('your_number'),
    placeOf: t.raw('place_of') as string,
    noPlace: t('no_place'),
    isTrue: t('true'),
    isFalse: t('false'),
    up: t('move_up'),
    down: t('move_down'),
    movedTo: t.raw('moved_to') as string,
    numberUnreadable: t('number_unreadable'),
  };
}
export type QuestionLabels = ReturnType<typeof questionLabels>;

export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

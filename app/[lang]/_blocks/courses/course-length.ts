interface Messages { (key: 'minutes' | 'hours' | 'hours_and_minutes', values: Record<string, string | number>): string }

/** `3 h 20 min`, `45 min`, in the language of the messages (`catalogue`); whole minutes. */
export function lengthOf(seconds: number, t: Messages): string {
  const all = Math.round(seconds / 60);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t('minutes', { minutes });
  return minutes === 0 ? t('hours', { hours }) : t('hours_and_minutes', { hours: t('hours', { hours }), minutes: t('minutes', { minutes }) });
}

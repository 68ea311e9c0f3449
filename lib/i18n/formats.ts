import type { Formats } from 'next-intl';

export const timeZone = 'Africa/Cairo';

/** Latin digits in every language, whatever the engine's own default for Arabic becomes. */
export const formats = {
  number: {
    plain: { numberingSystem: 'latn', maximumFractionDigits: 2 },
    percent: { numberingSystem: 'latn', style: 'percent', maximumFractionDigits: 0 },
  },
  dateTime: {
    long: { numberingSystem: 'latn', day: 'numeric', month: 'long', year: 'numeric', timeZone },
    time: { numberingSystem: 'latn', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZone },
    clock: { numberingSystem: 'latn', hour: 'numeric', minute: '2-digit', timeZone },
  },
} satisfies Formats;

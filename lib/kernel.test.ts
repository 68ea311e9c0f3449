import { describe, expect, it } from 'vitest';
import { foldDigits } from './digits';
import { languageOfHeader } from './language';
import { piastresFromPounds } from './money';
import { slugOf } from './slug';

describe('small rules', () => {
  it('A12 makes one slug: Latin form first, other scripts kept, quotes and slashes dropped', () => {
    expect(slugOf("What's new? UI/UX  #1")).toBe('whats-new-uiux-1');
    expect(slugOf('تطوير تطبيقات الويب')).toBe('تطوير-تطبيقات-الويب');
    expect(slugOf('تطوير', 'Web Development')).toBe('web-development');
  });

  it('V1 folds Arabic-Indic and Persian digits', () => {
    expect(foldDigits('٠١٠۱۲۳')).toBe('010123');
  });

  it('P3 keeps money in whole piastres', () => {
    expect(piastresFromPounds(1299.99)).toBe(129_999);
  });

  it('reads the best supported language of Accept-Language', () => {
    expect(languageOfHeader('fr, de;q=0.5, en;q=0.8')).toBe('en');
    expect(languageOfHeader('fr')).toBeNull();
  });
});

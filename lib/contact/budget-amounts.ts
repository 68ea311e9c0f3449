import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';

/** The bounds between the budgets of an enquiry, for their messages. */
export const budgetAmounts = (lang: Language): { low: string; middle: string; high: string } => ({
  low: formatMoney(2_500_000, lang), middle: formatMoney(7_500_000, lang), high: formatMoney(20_000_000, lang),
});

import { z } from 'zod';
import type { Billing } from './schema';

const kept = z.object({ first_name: z.string(), last_name: z.string(), phone_number: z.string(), email: z.string() });

/** What an order keeps of its buyer; null once the person was deleted and the books emptied of them. */
export function keptBilling(json: unknown): Billing | null {
  const parsed = kept.safeParse(json);
  return parsed.success ? parsed.data : null;
}

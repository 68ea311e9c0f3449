import type { z } from 'zod';
import { exportPersonalData } from '@/lib/accounts/personal-data';
import { personalData } from '@/lib/api/answers/account';
import type { MaybeActor } from '@/lib/permissions';

export async function exportOf(actor: MaybeActor, userId: string, now: Date): Promise<z.output<typeof personalData>> {
  let text = '';
  for await (const part of await exportPersonalData(actor, userId, now)) text += part;
  return personalData.parse(JSON.parse(text));
}

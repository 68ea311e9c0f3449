import { z } from 'zod';

/** What `capabilities` of `config.json` switches on and off (decision 171). A route of lib/routes.ts may carry one, and so may a job. */
export const capabilities = [
  'catalogue', 'work', 'ratings', 'newsletter', 'coupons', 'bundles', 'gifts', 'seats', 'taxReceipts', 'reminders', 'notes', 'lessonQuestions', 'quizzes',
  'levelTest', 'attachments', 'offline', 'search', 'weeklyMail', 'signInCode', 'passkeys', 'emailChange',
] as const;

export type Capability = (typeof capabilities)[number];

/** A misspelt key would leave on what was to be off. */
export const capabilitiesSchema = z.strictObject(Object.fromEntries(capabilities.map((name) => [name, z.boolean().default(true)])) as Record<Capability, z.ZodDefault<z.ZodBoolean>>);

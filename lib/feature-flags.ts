import { z } from 'zod';

/** Keys of `capabilities` in `config.json` (decision 171). Routes and jobs can require one of them. */
export const featureFlags = [
  'catalogue',
  'work',
  'ratings',
  'newsletter',
  'coupons',
  'bundles',
  'gifts',
  'seats',
  'taxReceipts',
  'reminders',
  'notes',
  'lessonQuestions',
  'quizzes',
  'levelTest',
  'attachments',
  'offline',
  'search',
  'weeklyMail',
  'signInCode',
  'passkeys',
  'emailChange',
] as const;

export type FeatureFlag = (typeof featureFlags)[number];

/** Strict, because a misspelt key would leave its feature on. */
export const featureFlagsSchema = z.strictObject(
  Object.fromEntries(featureFlags.map((name) => [name, z.boolean().default(true)])) as Record<
    FeatureFlag,
    z.ZodDefault<z.ZodBoolean>
  >,
);

import { z } from 'zod';
import { checkPasswordRule, normalisePassword } from '@/lib/accounts/password/password-rule';
import { foldDigits } from '@/lib/numbers';
import { isPersonName, maxNameLength, tidyPersonName } from '@/lib/person-name';
import { emailAddress, singleLine, typedCode, unlessEmpty } from '@/lib/schemas';

/** `sub` is the password's name in the HTTP contract. Messages are keys of `validation`. */
const typed = typedCode().max(2000, 'too_long');

const fullName = singleLine('full_name_required')
  .overwrite(tidyPersonName)
  .min(1, 'full_name_required')
  .max(maxNameLength, 'too_long')
  .refine((text) => text.length > maxNameLength || isPersonName(text), 'full_name_letters');

const phone = typedCode('phone_required')
  .transform(foldDigits)
  .pipe(
    z.string().min(1, 'phone_required').regex(/^\d+$/, 'phone_digits').min(10, 'phone_length').max(13, 'phone_length'),
  );

const newPassword = z.string({ error: 'password_short' }).superRefine((password, context) => {
  const error = checkPasswordRule(password);
  if (error) context.addIssue({ code: 'custom', message: error });
});

/** Fields are `unknown`, because the check runs before they are validated. */
interface RepeatedPassword {
  sub: unknown;
  confirmPassword?: unknown;
}
const isSamePassword = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && normalisePassword(one) === normalisePassword(other);
const passwordsMatch = ({ sub, confirmPassword }: RepeatedPassword) =>
  confirmPassword === undefined || isSamePassword(sub, confirmPassword);
/** `when` reports the mismatch together with the form's other errors; zod would report it after they are corrected. */
const mismatch = (message: string) => ({
  path: ['confirmPassword'],
  message,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

export const signUpSchema = z
  .object({
    name: fullName,
    email: emailAddress('email_invalid', 'email_required'),
    phone,
    sub: newPassword,
    confirmPassword: z.string().max(2000, 'too_long').optional(),
  })
  .refine(passwordsMatch, mismatch('passwords_same'));

export const signInSchema = z.object({
  email: emailAddress('email_invalid', 'email_required'),
  sub: z.string({ error: 'password_required' }).min(1, 'password_required').max(2000, 'password_long'),
  totp: typed.optional(),
});

export const passwordSignInSchema = z.object({
  email: emailAddress('email_invalid', 'email_required'),
  password: z.string({ error: 'password_required' }).min(1, 'password_required'),
});

export const secondFactorSchema = z.object({ totp: typed.min(1, 'otp_invalid') });

export const forgotPasswordSchema = z.object({ email: emailAddress('otp_email_invalid') });

/** Joins the six inputs `otp.0` … `otp.5` of a form sent without JavaScript. */
const joinDigitBoxes = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return value;
  const digits = [0, 1, 2, 3, 4, 5].map((at) => (value as Record<number, unknown>)[at]);
  return digits.every((digit) => digit === undefined || typeof digit === 'string') ? digits.join('') : undefined;
};
const sixDigits = z.preprocess(
  joinDigitBoxes,
  typedCode('otp_invalid')
    .max(60, 'otp_invalid')
    .transform((text) => foldDigits(text).replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'otp_invalid')),
);

const callbackFields = { callbackUrl: z.string().max(2000).optional() };

export const verifyOtpSchema = z.object({
  email: emailAddress('otp_email_invalid'),
  otp: sixDigits,
  ...callbackFields,
});

export const sendCodeSchema = forgotPasswordSchema.extend({ ...callbackFields, resend: z.string().optional() });

export const loginWithCodeSchema = verifyOtpSchema.extend({ totp: typed.optional() });

export const newPasswordSchema = z
  .object({
    userId: z.string().max(100).optional(),
    sub: newPassword,
    confirmPassword: z.string({ error: 'passwords_match' }).max(2000, 'too_long'),
    resetToken: z.string().max(500).optional(),
    currentPassword: z.string().max(2000).optional(),
    totp: typed.optional(),
    ...callbackFields,
  })
  .refine(passwordsMatch, mismatch('passwords_match'));

export const totpCodeSchema = z.object({ code: typed.min(1, 'otp_invalid') });
export const freshSignInSchema = z.object({ currentPassword: z.string().max(2000).optional() });
export const confirmTotpSchema = totpCodeSchema.extend(freshSignInSchema.shape);
export const confirmTotpChangeSchema = totpCodeSchema.extend({ setupToken: z.string().max(2000) });

export const detailsSchema = z
  .object({ name: fullName.optional(), phone: phone.optional() })
  .refine(({ name, phone: digits }) => name !== undefined || digits !== undefined, { message: 'required' });
export const nameSchema = z.object({ name: fullName });
export const phoneSchema = z.object({ phone });

export const newEmailSchema = z.object({
  email: emailAddress('email_invalid', 'email_required'),
  currentPassword: z.string().max(2000, 'too_long').optional(),
});

export const emailLinkSchema = z.object({ token: z.string().min(1).max(200) });

export const deleteAccountSchema = z.object({
  /** May be absent only if the account has none. */
  email: unlessEmpty(emailAddress('email_invalid')),
  currentPassword: z.string().max(2000).optional(),
});

export type SignUp = z.infer<typeof signUpSchema>;

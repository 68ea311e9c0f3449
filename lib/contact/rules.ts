import { foldDigits } from '@/lib/digits';
import { isPersonName } from '@/lib/person-name';

/** V1, for browser and server. Each rule returns the key of a `validation` message, or null. */
export const contactFields = ['fullName', 'phoneNumber', 'email', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

const simpleAddress = /^[^\s@<>"(),:;[\]\\]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const rules: Record<ContactField, (text: string) => string | null> = {
  fullName: (text) => {
    if (text === '') return 'full_name_required';
    return isPersonName(text) ? null : 'full_name_letters';
  },
  phoneNumber: (text) => {
    if (text === '') return 'phone_required';
    const digits = foldDigits(text);
    if (!/^\d+$/.test(digits)) return 'phone_digits';
    return digits.length >= 10 && digits.length <= 13 ? null : 'phone_length';
  },
  email: (text) => {
    if (text === '') return 'email_required';
    return text.length <= 254 && simpleAddress.test(text) ? null : 'email_invalid';
  },
  message: (text) => {
    if (text === '') return 'message_required';
    if (text.length > 5000) return 'too_long';
    return text.length >= 5 ? null : 'message_short';
  },
};

/** What is wrong with one field's text, as a message key; null when it is valid. */
export const contactFault = (field: ContactField, text: string): string | null => rules[field](text.trim());

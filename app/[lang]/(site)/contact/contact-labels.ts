const own = [
  'full_name', 'phone_number', 'phone_help', 'email', 'message', 'send', 'sending', 'sent_title', 'sent_text', 'failed_title', 'failed_text',
  'too_many_text', 'check_fields',
] as const;
const faults = [
  'full_name_required', 'full_name_letters', 'phone_required', 'phone_digits', 'phone_length', 'email_required', 'email_invalid',
  'message_required', 'message_short', 'too_long',
] as const;

export type ContactLabels = Record<(typeof own)[number], string> & { faults: Record<string, string> };

/** The few texts that the form needs in the browser, instead of a whole provider. */
export function contactLabels(contact: (key: string) => string, validation: (key: string) => string): ContactLabels {
  const labels = Object.fromEntries(own.map((key) => [key, contact(key)])) as Record<(typeof own)[number], string>;
  return { ...labels, faults: Object.fromEntries(faults.map((key) => [key, validation(key)])) };
}

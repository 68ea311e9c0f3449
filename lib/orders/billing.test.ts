import { describe, expect, it } from 'vitest';
import { readMessages } from '@/lib/i18n/messages';
import { billingSchema } from './billing';

const good = { first_name: 'منى', last_name: 'عادل', phone_number: '01000000000', email: 'mona@example.com' };

async function listMessages(edit: Record<string, unknown>): Promise<string[]> {
  const parsed = billingSchema.safeParse({ ...good, ...edit });
  const validation = (await readMessages('en')).validation as Record<string, string>;
  return parsed.success ? [] : parsed.error.issues.map((issue) => validation[issue.message] ?? issue.message);
}

describe('billing data of the payment form', () => {
  it.each([
    ['first_name', '', 'First name is required'],
    ['first_name', '   ', 'First name is required'],
    ['first_name', undefined, 'First name is required'],
    ['first_name', 'https://prize.example', 'Only alphabetic characters and spaces are allowed.'],
    ['last_name', 'www.prize.example/x', 'Only alphabetic characters and spaces are allowed.'],
    ['last_name', '', 'Last name is required'],
    ['phone_number', '', 'Phone number is required'],
    ['phone_number', '+2010', 'Invalid phone number format'],
    ['phone_number', '010 00', 'Invalid phone number format'],
    ['email', '', 'Email is required'],
    ['email', 'mona@', 'Invalid email format'],
  ])('%s %j: %s [V2]', async (field, value, message) => {
    expect(await listMessages({ [field]: value })).toContain(message);
  });

  it('keeps a name on one line [X40]', () => {
    expect(billingSchema.parse({ ...good, first_name: 'Mona\r\n\r\nAdel' }).first_name).toBe('Mona Adel');
  });

  it('reads Arabic digits as digits [V2]', () => {
    expect(billingSchema.parse({ ...good, phone_number: '٠١٠٠٠٠٠٠٠٠٠' }).phone_number).toBe('01000000000');
  });
});

import { describe, expect, test } from 'vitest';
import { contactFault, detailFault } from './rules';
import { contactSchema } from './schema';

describe('contact rules', () => {
  test.each([
    ['fullName', '', 'full_name_required'], ['fullName', '   ', 'full_name_required'], ['fullName', 'Mona 3', 'full_name_letters'],
    ['phoneNumber', '', 'phone_required'], ['phoneNumber', '010-123', 'phone_digits'], ['phoneNumber', '123456789', 'phone_length'],
    ['phoneNumber', '12345678901234', 'phone_length'], ['email', '', 'email_required'], ['email', 'mona@', 'email_invalid'],
    ['email', 'a@b', 'email_invalid'], ['message', '', 'message_required'], ['message', 'four', 'message_short'],
  ] as const)('V1 %s %j is refused as %s', (field, text, fault) => expect(contactFault(field, text)).toBe(fault));

  test.each([
    ['fullName', 'منى عادل'], ['fullName', 'Jürgen Müller'], ['phoneNumber', '0101234567'], ['phoneNumber', '0201001234567'],
    ['phoneNumber', '٠١٠١٢٣٤٥٦٧٨'], ['email', 'mona@midan.example'], ['message', 'Hello'],
  ] as const)('V1 %s %j is taken', (field, text) => expect(contactFault(field, text)).toBeNull());

  test('V1 Arabic-Indic digits are stored as 0 to 9, names without stray spaces', () => {
    const message = contactSchema.parse({ fullName: ' منى   عادل ', phoneNumber: '٠١٠١٢٣٤٥٦٧٨', email: 'mona@midan.example', message: 'سؤال عن الأسعار' });
    expect(message).toMatchObject({ fullName: 'منى عادل', phoneNumber: '01012345678' });
  });

  test.each([
    ['projectKind', 'castle', 'choice_unknown'], ['budget', 'lots', 'choice_unknown'], ['wishedDate', '2027-02-30', 'date_invalid'],
    ['wishedDate', 'soon', 'date_invalid'], ['wishedDate', '2026-11-20', 'date_past'],
  ] as const)('N3 %s %j is refused as %s', (field, text, fault) => expect(detailFault(field, text, '2026-11-21')).toBe(fault));

  test.each([['projectKind', ''], ['projectKind', 'shop'], ['budget', ' unsure '], ['wishedDate', ''], ['wishedDate', '2026-11-21'], ['wishedDate', '٢٠٢٨-٠٢-٢٩']] as const)(
    'N3 %s %j is taken', (field, text) => expect(detailFault(field, text, '2026-11-21')).toBeNull());

  test('V1 every wrong field is reported at once', () => {
    const { error } = contactSchema.safeParse({ fullName: 7, message: 'hey' });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['fullName', 'full_name_required'], ['phoneNumber', 'phone_required'], ['email', 'email_required'], ['message', 'message_short'],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { contactSchema } from './receive-message';
import { checkContactField, checkDetailField } from './rules';

describe('contact rules', () => {
  test.each([
    ['fullName', '', 'full_name_required'],
    ['fullName', '   ', 'full_name_required'],
    ['fullName', 'Mona 3', 'full_name_letters'],
    ['phoneNumber', '', 'phone_required'],
    ['phoneNumber', '010-123', 'phone_digits'],
    ['phoneNumber', '123456789', 'phone_length'],
    ['phoneNumber', '12345678901234', 'phone_length'],
    ['email', '', 'email_required'],
    ['email', 'mona@', 'email_invalid'],
    ['email', 'a@b', 'email_invalid'],
    ['email', 'mona@midan.example،', 'email_invalid'],
    ['email', 'mona@midan.example)', 'email_invalid'],
    ['email', '“mona”@midan.example', 'email_invalid'],
    ['email', '،mona@midan.example', 'email_invalid'],
    ['message', '', 'message_required'],
    ['message', 'four', 'message_short'],
    ['message', 'x'.repeat(5001), 'message_long'],
  ] as const)('%s %j is refused as %s [V1]', (field, text, error) =>
    expect(checkContactField(field, text)).toBe(error),
  );

  test.each([
    ['fullName', 'منى عادل'],
    ['fullName', 'Jürgen Müller'],
    ['phoneNumber', '0101234567'],
    ['phoneNumber', '0201001234567'],
    ['phoneNumber', '٠١٠١٢٣٤٥٦٧٨'],
    ['email', 'mona@midan.example'],
    ['email', 'منى@موقع.مصر'],
    ['message', 'Hello'],
  ] as const)('%s %j is accepted [V1]', (field, text) => expect(checkContactField(field, text)).toBeNull());

  test('stores Arabic-Indic digits as 0 to 9 and names without extra spaces [V1]', () => {
    const message = contactSchema.parse({
      fullName: ' منى   عادل ',
      phoneNumber: '٠١٠١٢٣٤٥٦٧٨',
      email: 'mona@midan.example',
      message: 'سؤال عن الأسعار',
    });
    expect(message).toMatchObject({ fullName: 'منى عادل', phoneNumber: '01012345678' });
  });

  test.each([
    ['projectKind', 'castle', 'choice_unknown'],
    ['budget', 'lots', 'choice_unknown'],
    ['wishedDate', '2027-02-30', 'date_invalid'],
    ['wishedDate', 'soon', 'date_invalid'],
    ['wishedDate', '2026-11-20', 'date_past'],
  ] as const)('%s %j is refused as %s [N3]', (field, text, error) =>
    expect(checkDetailField(field, text, '2026-11-21')).toBe(error),
  );

  test.each([
    ['projectKind', ''],
    ['projectKind', 'shop'],
    ['budget', ' unsure '],
    ['wishedDate', ''],
    ['wishedDate', '2026-11-21'],
    ['wishedDate', '٢٠٢٨-٠٢-٢٩'],
  ] as const)('%s %j is accepted [N3]', (field, text) =>
    expect(checkDetailField(field, text, '2026-11-21')).toBeNull(),
  );

  test('every invalid field is reported at once [V1]', () => {
    const { error } = contactSchema.safeParse({ fullName: 7, message: 'hey' });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['fullName', 'full_name_required'],
      ['phoneNumber', 'phone_required'],
      ['email', 'email_required'],
      ['message', 'message_short'],
    ]);
  });
});

import { z } from 'zod';

const required = 'This field is required.';
const createTextSchema = (max: number) =>
  z
    .string('Not a valid string.')
    .min(1, 'This field may not be blank.')
    .max(max, `Ensure this field has no more than ${max} characters.`);
const wholeNumber = z.int('A valid integer is required.');
const money = wholeNumber.min(1, 'Ensure this value is greater than or equal to 1.');
/** Django's rule, which accepts last labels such as `xn--wgbh1c`. */
const email = z.email({ pattern: z.regexes.html5Email, error: 'Enter a valid email address.' });
const link = z.url({ protocol: /^https?$/, error: 'Enter a valid URL.' });

const item = z.looseObject({
  name: createTextSchema(50),
  amount: wholeNumber,
  description: z.string('Not a valid string.').max(255, 'Ensure this field has no more than 255 characters.').nullish(),
  quantity: wholeNumber.min(1, 'Ensure this value is greater than or equal to 1.').default(1),
  image: z.string().nullish(),
});

const billing = z.looseObject({
  first_name: createTextSchema(50),
  last_name: createTextSchema(50),
  email,
  phone_number: createTextSchema(30),
  apartment: z.string().default('NA'),
  floor: z.string().default('NA'),
  street: z.string().default('NA'),
  building: z.string().default('NA'),
  shipping_method: z.string().default(''),
  city: z.string().default('NA'),
  country: z.string().default('NA'),
  state: z.string().default('NA'),
  postal_code: z.string().default('NA'),
});

const fields = {
  amount: money,
  currency: z.string('Not a valid string.').regex(/^[A-Z]{3}$/, 'Not a valid currency.'),
  payment_methods: z.array(z.unknown(), 'Expected a list of items.').min(1, 'This list may not be empty.'),
  items: z.array(item, 'Expected a list of items.').default([]),
  billing_data: billing,
  customer: z.looseObject({ first_name: createTextSchema(50), last_name: createTextSchema(50), email }).nullish(),
  extras: z.record(z.string(), z.unknown()).nullish(),
  special_reference: createTextSchema(255).nullish(),
  expiration: wholeNumber
    .min(1)
    .max(3_110_400, 'Ensure this value is less than or equal to 3110400.')
    .default(3_110_400),
  notification_url: link.nullish(),
  redirection_url: link.nullish(),
};

/** Like Paymob, accepts unknown keys. */
export const intentionBody = z.looseObject(fields);
export type IntentionBody = z.infer<typeof intentionBody>;

export const intentionChange = z.looseObject({
  amount: fields.amount.optional(),
  items: z.array(item).optional(),
  billing_data: billing.optional(),
  special_reference: fields.special_reference,
  extras: fields.extras,
  notification_url: fields.notification_url,
  redirection_url: fields.redirection_url,
  accept_order_id: wholeNumber,
});

interface FieldErrors {
  [field: string]: string[] | FieldErrors;
}

const getValue = (body: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | null | undefined)?.[key], body);

/** Formats errors like Paymob (Django REST): `{field: [message]}`, at most one level deep, without list indexes. */
export function listFieldErrors(error: z.ZodError, body: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.filter((key) => typeof key !== 'number').map(String);
    const message = getValue(body, issue.path) === undefined ? required : issue.message;
    const [field = 'non_field_errors', sub] = path;
    if (sub === undefined) errors[field] = [message];
    else if (!Array.isArray(errors[field])) errors[field] = { ...errors[field], [sub]: [message] };
  }
  return errors;
}

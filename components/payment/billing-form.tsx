'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Field, TextArea } from '@/components/form/field';
import { FieldGroup, FieldRow, Form } from '@/components/form/form';
import { fetchWithSession } from '@/components/session/session-fetch';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { navigateTab, openTab } from '@/components/ui/new-tab';
import { useHydrated } from '@/components/ui/use-hydrated';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import { type Billing, billingSchema } from '@/lib/orders/billing';
import { type GiftForm, giftSchema } from '@/lib/orders/gift-details';

type FieldName = `billing_data.${keyof Billing}` | `gift.${keyof GiftForm}`;

/** Field names equal those of the request body, so that the form sends the same data without JavaScript. */
export interface CheckoutField {
  name: FieldName;
  label: string;
  help?: string | undefined;
  value: string;
  error?: string | undefined;
  optional?: boolean;
  min?: string;
  max?: string;
}

interface BillingFormProps {
  lang: Language;
  userId: string;
  productKey: string;
  coupon: string | null;
  seats: string | null;
  shownPiastres: number;
  blocked: string | null;
  fields: CheckoutField[];
  gift: CheckoutField[];
  messages: Record<string, string>;
  /** False for free products, which have no hosted page. */
  opensTab: boolean;
  labels: {
    submit: string;
    busy: string;
    next: string;
    terms: string | null;
    gift: string;
    own: string;
    errors: Record<string, string>;
  };
}

const inputs: Record<FieldName, ComponentProps<'input'> & { latin?: boolean }> = {
  'billing_data.first_name': { autoComplete: 'given-name', dir: 'auto' },
  'billing_data.last_name': { autoComplete: 'family-name', dir: 'auto' },
  'billing_data.phone_number': { autoComplete: 'tel-national', inputMode: 'numeric', latin: true },
  'billing_data.email': { autoComplete: 'email', inputMode: 'email', type: 'email', latin: true },
  'billing_data.tax_number': { autoComplete: 'off', inputMode: 'numeric', type: 'text', latin: true },
  'gift.recipient_name': { autoComplete: 'off', maxLength: 100, dir: 'auto' },
  'gift.recipient_email': { autoComplete: 'off', inputMode: 'email', type: 'email', latin: true },
  'gift.card': { maxLength: 300 },
  'gift.send_on': { type: 'date' },
};
const isField = (name: string): name is FieldName => Object.hasOwn(inputs, name);

const wireSchema = z.object({ billing_data: billingSchema, gift: giftSchema.optional() });
type CheckoutBody = z.output<typeof wireSchema>;

export function BillingForm({
  lang,
  userId,
  productKey,
  coupon,
  seats,
  shownPiastres,
  blocked,
  fields,
  gift,
  messages,
  opensTab,
  labels,
}: BillingFormProps) {
  const { register, handleSubmit, formState, setError, getFieldState } = useForm<
    z.input<typeof wireSchema>,
    unknown,
    CheckoutBody
  >({
    resolver: zodResolver(wireSchema),
    mode: 'onTouched',
    // Set no `defaultValues`: they would overwrite text typed before hydration. `shouldUnregister` drops the gift when
    // the buyer switches back to "for me".
    shouldUnregister: true,
  });
  // Read `isValid` in every render: react-hook-form computes only the state that a render has read.
  const { isValid } = formState;
  const router = useRouter();
  const hydrated = useHydrated();
  const [formError, setFormError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const fieldProps = ({ name, label, help, value, error, optional, min, max }: CheckoutField) => {
    const { error: typedError, isDirty } = getFieldState(name, formState);
    const key = typedError?.message;
    const shared = {
      ...register(name),
      id: name.split('.')[1],
      label,
      help,
      required: !optional,
      defaultValue: value,
      error: key ? (messages[key] ?? key) : isDirty ? undefined : error,
    };
    if (name === 'gift.card')
      return <TextArea {...shared} key={name} rows={3} dir="auto" maxLength={inputs[name].maxLength} />;
    return <Field {...inputs[name]} {...shared} {...(min && { min, max })} key={name} />;
  };

  async function send({ billing_data: billing, gift: given }: CheckoutBody): Promise<void> {
    setBusy(true);
    setFormError(null);
    const outcome = await requestPayment({
      lang,
      userId,
      productKey,
      coupon,
      billing,
      gift: given,
      seats,
      shownPiastres,
      opensTab,
    });
    if (outcome.ok) return window.location.assign(outcome.next);
    setBusy(false);
    setFormError(labels.errors[outcome.key] ?? labels.errors.other ?? outcome.key);
    // The refreshed page shows the new price, and why a code no longer applies.
    if (outcome.key === 'coupon' || outcome.key === 'price_changed') router.refresh();
    const fieldErrors = Object.entries(outcome.fields).flatMap(([name, message]) =>
      isField(name) ? [{ name, message }] : [],
    );
    for (const [index, { name, message }] of fieldErrors.entries())
      setError(name, { message }, { shouldFocus: index === 0 });
  }

  const [first, last, ...rest] = fields.map(fieldProps);
  const own = (
    <>
      <FieldRow>
        {first}
        {last}
      </FieldRow>
      {rest}
    </>
  );
  return (
    <Form
      method="post"
      action={`/api/payment/${userId}/sendPaymentRequest`}
      noValidate={hydrated}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <input type="hidden" name="productKey" value={productKey} />
      {coupon && <input type="hidden" name="coupon" value={coupon} />}
      {seats !== null && <input type="hidden" name="seats" value={seats} />}
      <input type="hidden" name="shownPiastres" value={shownPiastres} />
      {gift.length > 0 && <FieldGroup legend={labels.gift}>{gift.map(fieldProps)}</FieldGroup>}
      {gift.length > 0 ? <FieldGroup legend={labels.own}>{own}</FieldGroup> : own}
      <ErrorNotice>{formError}</ErrorNotice>
      <Button
        type="submit"
        size="large"
        wide
        iconEnd="arrow"
        busy={busy}
        disabled={blocked !== null}
        aria-disabled={hydrated && !isValid}
        aria-describedby={blocked === null ? undefined : 'blocked'}
      >
        {busy ? labels.busy : labels.submit}
      </Button>
      {labels.terms && <p>{labels.terms}</p>}
      {blocked === null ? <p>{labels.next}</p> : <p id="blocked">{blocked}</p>}
    </Form>
  );
}

interface Request {
  lang: Language;
  userId: string;
  productKey: string;
  coupon: string | null;
  billing: Billing;
  gift: GiftForm | undefined;
  seats: string | null;
  shownPiastres: number;
  opensTab: boolean;
}
type PaymentOutcome = { ok: true; next: string } | { ok: false; key: string; fields: Record<string, string> };

interface ProblemDocument {
  type?: string;
  errors?: Record<string, string[]>;
}

/** Opens the tab during the click, as browsers require, and sets its URL after the response (row P2). */
async function requestPayment({
  lang,
  userId,
  productKey,
  coupon,
  billing,
  gift,
  seats,
  shownPiastres,
  opensTab,
}: Request): Promise<PaymentOutcome> {
  const tab = opensTab ? openTab() : null;
  try {
    const response = await fetchWithSession(`/api/payment/${userId}/sendPaymentRequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': lang },
      body: JSON.stringify({
        productKey,
        billing_data: billing,
        ...(coupon && { coupon }),
        ...(gift && { gift }),
        ...(seats !== null && { seats }),
        shownPiastres,
      }),
    });
    if (!response.ok) {
      tab?.close();
      return readError(response);
    }
    const url = (await response.text()).replace(' ', '');
    if (tab) navigateTab(tab, url);
    const order = encodeURIComponent(response.headers.get('x-order-id') ?? '');
    return { ok: true, next: `/${lang}/payment?order=${order}${opensTab && !tab ? '&blocked=1' : ''}` };
  } catch {
    tab?.close();
    return { ok: false, key: 'other', fields: {} };
  }
}

async function readError(response: Response): Promise<PaymentOutcome> {
  const document = (await response.json().catch(() => ({}))) as ProblemDocument;
  const type = messageKey(document.type?.split('/').at(-1) ?? 'other');
  const key = type.startsWith('coupon_') ? 'coupon' : type;
  const fields = Object.entries(document.errors ?? {}).map(([name, texts]) => [name, texts[0] ?? '']);
  return { ok: false, key, fields: Object.fromEntries(fields) as Record<string, string> };
}

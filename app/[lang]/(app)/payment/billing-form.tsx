'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { giftSchema, type GiftForm } from '@/lib/checkout/gifts/gift-details';
import { billingSchema, type Billing } from '@/lib/checkout/orders/billing';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import { Field } from '../../_ui/form/field';
import { Form, FieldGroup, FieldRow } from '../../_ui/form/form';
import { TextArea } from '../../_ui/form/text-area';
import { Notice } from '../../_ui/feedback/notice';
import { askForPayment } from './ask-for-payment';

type FieldName = `billing_data.${keyof Billing}` | `gift.${keyof GiftForm}`;

/** Named as on the wire, so that the form posts the same with and without JavaScript. */
export interface CheckoutField {
  name: FieldName; label: string; help?: string | undefined; value: string; error?: string | undefined; optional?: boolean;
  /** Of a day. */
  min?: string; max?: string;
}

interface BillingFormProps {
  lang: Language;
  userId: string;
  productKey: string;
  /** The code that the price shown was computed with. */
  coupon: string | null;
  /** How many for a team, as typed; null for the buyer's own course, and for a gift. */
  seats: string | null;
  /** What has to be put right elsewhere on the page before anything is sent. */
  blocked: string | null;
  fields: CheckoutField[];
  /** Of a gift, who gets it and how. */
  gift: CheckoutField[];
  /** The `validation` messages by key. */
  messages: Record<string, string>;
  /** False for what is free: there is no hosted page. */
  opensTab: boolean;
  labels: { submit: string; busy: string; /** What pressing the button leads to. */ next: string; /** What must be known before. */ terms: string | null; gift: string; own: string; errors: Record<string, string> };
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
type Wire = z.output<typeof wireSchema>;

const nothingToWatch = () => () => undefined;

/** Rows P1, V2, N11. Without JavaScript the same form posts by itself and leads to the hosted page. */
export function BillingForm({ lang, userId, productKey, coupon, seats, blocked, fields, gift, messages, opensTab, labels }: BillingFormProps) {
  const { register, handleSubmit, formState, setError, getFieldState } = useForm<z.input<typeof wireSchema>, unknown, Wire>({
    resolver: zodResolver(wireSchema),
    mode: 'onTouched',
    // No `defaultValues`: they would take the place of what stands in the fields when React starts.
    // Who chooses "for me" after all sends no gift.
    shouldUnregister: true,
  });
  // Read in the first render already: react-hook-form computes only what somebody has asked for.
  const { isValid } = formState;
  const router = useRouter();
  const ready = useSyncExternalStore(nothingToWatch, () => true, () => false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const field = ({ name, label, help, value, error, optional, min, max }: CheckoutField) => {
    const { error: fault, isDirty } = getFieldState(name, formState);
    const key = fault?.message;
    const shared = { ...register(name), id: name.split('.')[1], label, help, required: !optional, defaultValue: value, error: key ? (messages[key] ?? key) : isDirty ? undefined : error };
    if (name === 'gift.card') return <TextArea {...shared} key={name} rows={3} dir="auto" maxLength={inputs[name].maxLength} />;
    return <Field {...inputs[name]} {...shared} {...(min && { min, max })} key={name} />;
  };

  async function send({ billing_data: billing, gift: given }: Wire): Promise<void> {
    setBusy(true);
    setTrouble(null);
    const outcome = await askForPayment({ lang, userId, productKey, coupon, billing, gift: given, seats, opensTab });
    if (outcome.ok) return window.location.assign(outcome.next);
    setBusy(false);
    setTrouble(labels.errors[outcome.key] ?? labels.errors.other ?? outcome.key);
    // The page says at the code's own field why it no longer applies, and shows the price without it.
    if (outcome.key === 'coupon') router.refresh();
    const wrong = Object.entries(outcome.fields).flatMap(([name, message]) => (isField(name) ? [{ name, message }] : []));
    for (const [index, { name, message }] of wrong.entries()) setError(name, { message }, { shouldFocus: index === 0 });
  }

  const [first, last, ...rest] = fields.map(field);
  const own = <><FieldRow>{first}{last}</FieldRow>{rest}</>;
  return (
    <Form method="post" action={`/api/payment/${userId}/sendPaymentRequest`} noValidate={ready} onSubmit={(event) => void handleSubmit(send)(event)}>
      {trouble && <Notice tone="danger" alert>{trouble}</Notice>}
      <input type="hidden" name="productKey" value={productKey} />
      {coupon && <input type="hidden" name="coupon" value={coupon} />}
      {seats !== null && <input type="hidden" name="seats" value={seats} />}
      {gift.length > 0 && <FieldGroup legend={labels.gift}>{gift.map(field)}</FieldGroup>}
      {gift.length > 0 ? <FieldGroup legend={labels.own}>{own}</FieldGroup> : own}
      <Button type="submit" size="large" wide iconEnd="arrow" busy={busy} disabled={blocked !== null} aria-disabled={ready && !isValid} aria-describedby={blocked === null ? undefined : 'blocked'}>
        {busy ? labels.busy : labels.submit}
      </Button>
      {labels.terms && <p>{labels.terms}</p>}
      {blocked === null ? <p>{labels.next}</p> : <p id="blocked">{blocked}</p>}
    </Form>
  );
}

'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { billingSchema, type Billing } from '@/lib/checkout/orders/billing';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import { Field } from '../../_ui/form/field';
import { Form, FieldRow } from '../../_ui/form/form';
import { Notice } from '../../_ui/feedback/notice';
import { askForPayment } from './ask-for-payment';

interface BillingField { name: keyof Billing; label: string; help?: string | undefined; value: string; error?: string | undefined; optional?: boolean }

interface BillingFormProps {
  lang: Language;
  userId: string;
  productKey: string;
  /** The code that the price shown was computed with. */
  coupon: string | null;
  /** For a team; null for the buyer's own course. */
  seats: number | null;
  fields: BillingField[];
  /** The `validation` messages by key. */
  messages: Record<string, string>;
  /** False for what is free: there is no hosted page. */
  opensTab: boolean;
  labels: { submit: string; busy: string; opensTab: string; errors: Record<string, string> };
}

const inputs = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  phone_number: { autoComplete: 'tel-national', inputMode: 'numeric', type: 'tel', latin: true },
  email: { autoComplete: 'email', inputMode: 'email', type: 'email', latin: true },
  tax_number: { autoComplete: 'off', inputMode: 'numeric', type: 'text', latin: true },
} as const;

/** The names the call has on the wire, so that the form posts the same with and without JavaScript. */
const wireSchema = z.object({ billing_data: billingSchema });
type Wire = z.output<typeof wireSchema>;

const nothingToWatch = () => () => undefined;

/** Rows P1, V2. Without JavaScript the same form posts by itself and leads to the hosted page. */
export function BillingForm({ lang, userId, productKey, coupon, seats, fields, messages, opensTab, labels }: BillingFormProps) {
  const { register, handleSubmit, formState, setError } = useForm<Wire>({
    resolver: zodResolver(wireSchema),
    mode: 'onTouched',
    defaultValues: { billing_data: Object.fromEntries(fields.map(({ name, value }) => [name, value])) },
  });
  // Read in the first render already: react-hook-form computes only what somebody has asked for.
  const { isValid } = formState;
  const router = useRouter();
  const ready = useSyncExternalStore(nothingToWatch, () => true, () => false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const field = ({ name, label, help, value, error, optional }: BillingField) => {
    const key = formState.errors.billing_data?.[name]?.message;
    const sentBack = formState.dirtyFields.billing_data?.[name] ? undefined : error;
    return (
      <Field
        {...inputs[name]} {...register(`billing_data.${name}`)} key={name} id={name} label={label} help={help} required={!optional}
        defaultValue={value} error={key ? (messages[key] ?? key) : sentBack}
      />
    );
  };

  async function send({ billing_data: billing }: Wire): Promise<void> {
    setBusy(true);
    setTrouble(null);
    const outcome = await askForPayment({ lang, userId, productKey, coupon, seats, billing, opensTab });
    if (outcome.ok) return window.location.assign(outcome.next);
    setBusy(false);
    setTrouble(labels.errors[outcome.key] ?? labels.errors.other ?? outcome.key);
    // The page says at the code's own field why it no longer applies, and shows the price without it.
    if (outcome.key === 'coupon') router.refresh();
    for (const [name, message] of Object.entries(outcome.fields)) {
      if (Object.hasOwn(inputs, name)) setError(`billing_data.${name as keyof Billing}`, { message });
    }
  }

  const [first, last, ...rest] = fields.map(field);
  return (
    <Form method="post" action={`/api/payment/${userId}/sendPaymentRequest`} noValidate={ready} onSubmit={(event) => void handleSubmit(send)(event)}>
      {trouble && <Notice tone="danger" alert>{trouble}</Notice>}
      <input type="hidden" name="productKey" value={productKey} />
      {coupon && <input type="hidden" name="coupon" value={coupon} />}
      {seats !== null && <input type="hidden" name="seats" value={seats} />}
      <FieldRow>{first}{last}</FieldRow>
      {rest}
      <Button type="submit" size="large" wide iconEnd="arrow" busy={busy} disabled={ready && !isValid}>
        {busy ? labels.busy : labels.submit}
      </Button>
      {opensTab && <p>{labels.opensTab}</p>}
    </Form>
  );
}

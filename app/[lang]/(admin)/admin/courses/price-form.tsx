'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { Badge } from '../../../_ui/text/badge';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Checkbox } from '../../../_ui/form/checkbox';
import { Field } from '../../../_ui/form/field';
import { Form, FormActions, FieldRow } from '../../../_ui/form/form';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { piastresOf, poundsText } from '../_parts/call/typed-number';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';

export interface PricedProduct { key: string; name: string; amount: number; saleAmount: number | null; refundableOnSale: boolean; editedHere: boolean; updatedAt: string }
type Labels = SaveLabels & { amount: string; sale: string; sale_help: string; refundable: string; unit: string; edited: string };
interface PriceFormProps { product: PricedProduct; labels: Labels; stepUp: StepUpLabels }

/** Row O7: a price is on every page the moment it is saved. */
export function PriceForm({ product, labels, stepUp }: PriceFormProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [amount, setAmount] = useState(poundsText(product.amount));
  const [sale, setSale] = useState(poundsText(product.saleAmount));
  const [refundable, setRefundable] = useState(product.refundableOnSale);
  const [version, setVersion] = useState(product.updatedAt);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { amount: piastresOf(amount), saleAmount: piastresOf(sale), refundableOnSale: refundable, updatedAt: version };
    const result = await call<{ updatedAt: string }>({ method: 'PUT', url: `/api/admin/products/${product.key}`, body });
    setOutcome(result);
    if (!result.ok) return;
    setVersion(result.answer.updatedAt);
    router.refresh();
  };
  return (
    <Card>
      <Form onSubmit={(event) => void submit(event)} noValidate aria-label={product.name}>
        <h3><bdi>{product.name}</bdi> {product.editedHere && <Badge>{labels.edited}</Badge>}</h3>
        <FieldRow>
          <Field id={`${product.key}-amount`} name="amount" label={`${labels.amount} (${labels.unit})`} latin inputMode="decimal" required value={amount} error={errors.amount} onChange={(event) => setAmount(event.target.value)} />
          <Field id={`${product.key}-sale`} name="saleAmount" label={`${labels.sale} (${labels.unit})`} help={labels.sale_help} latin inputMode="decimal" value={sale} error={errors.saleAmount} onChange={(event) => setSale(event.target.value)} />
        </FieldRow>
        <Checkbox name="refundableOnSale" label={labels.refundable} checked={refundable} onChange={(event) => setRefundable(event.target.checked)} />
        <OutcomeNotice outcome={outcome} labels={labels} />
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { languages, type Language, type Localised } from '@/lib/language';
import { Badge } from '../../../_ui/text/badge';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Checkbox } from '../../../_ui/form/checkbox';
import { Field } from '../../../_ui/form/field';
import { Form, FormActions, FieldRow } from '../../../_ui/form/form';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { piastresOf, poundsText } from '@/lib/money';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';
import styles from './courses.module.css';

export interface PricedProduct { key: string; name: Localised; description: Localised; amount: number; saleAmount: number | null; refundableOnSale: boolean; editedHere: boolean; updatedAt: string }
type Labels = SaveLabels & { amount: string; sale: string; sale_help: string; refundable: string; unit: string; edited: string; texts: string; name: string; description: string; languages: Localised };
interface PriceFormProps { product: PricedProduct; lang: Language; labels: Labels; stepUp: StepUpLabels }

/** Row O7: a price is on every page the moment it is saved. */
export function PriceForm({ product, lang, labels, stepUp }: PriceFormProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [amount, setAmount] = useState(poundsText(product.amount));
  const [sale, setSale] = useState(poundsText(product.saleAmount));
  const [refundable, setRefundable] = useState(product.refundableOnSale);
  const [texts, setTexts] = useState({ name: product.name, description: product.description });
  const [version, setVersion] = useState(product.updatedAt);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { amount: piastresOf(amount), saleAmount: piastresOf(sale), refundableOnSale: refundable, ...texts, updatedAt: version };
    const result = await call<{ updatedAt: string }>({ method: 'PUT', url: `/api/admin/products/${product.key}`, body });
    setOutcome(result);
    if (!result.ok) return;
    setVersion(result.answer.updatedAt);
    router.refresh();
  };
  return (
    <Card>
      <Form onSubmit={(event) => void submit(event)} noValidate aria-label={product.name[lang]}>
        <h3><bdi>{product.name[lang]}</bdi> {product.editedHere && <Badge>{labels.edited}</Badge>}</h3>
        <FieldRow>
          <Field id={`${product.key}-amount`} name="amount" label={`${labels.amount} (${labels.unit})`} latin inputMode="decimal" required value={amount} error={errors.amount} onChange={(event) => setAmount(event.target.value)} />
          <Field id={`${product.key}-sale`} name="saleAmount" label={`${labels.sale} (${labels.unit})`} help={labels.sale_help} latin inputMode="decimal" value={sale} error={errors.saleAmount} onChange={(event) => setSale(event.target.value)} />
        </FieldRow>
        <Checkbox name="refundableOnSale" label={labels.refundable} checked={refundable} onChange={(event) => setRefundable(event.target.checked)} />
        <ProductTexts productKey={product.key} texts={texts} errors={errors} labels={labels} onChange={setTexts} />
        <OutcomeNotice outcome={outcome} labels={labels} />
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}

interface Texts { name: Localised; description: Localised }
interface ProductTextsProps { productKey: string; texts: Texts; errors: Readonly<Record<string, string>>; labels: Labels; onChange: (texts: Texts) => void }

/** What orders and receipts call it; the key, which orders name, stays. */
function ProductTexts({ productKey, texts, errors, labels, onChange }: ProductTextsProps) {
  const hasErrors = Object.keys(errors).some((field) => /^(?:name|description)\./.test(field));
  return (
    <details open={hasErrors} className={styles.texts}>
      <summary>{labels.texts}</summary>
      {(['name', 'description'] as const).flatMap((part) => languages.map((each) => (
        <Field
          key={`${part}.${each}`} id={`${productKey}-${part}.${each}`} name={`${part}.${each}`} label={`${labels[part]} (${labels.languages[each]})`} lang={each} dir="auto" required
          value={texts[part][each]} error={errors[`${part}.${each}`]} onChange={(event) => onChange({ ...texts, [part]: { ...texts[part], [each]: event.target.value } })}
        />
      )))}
    </details>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import type { SyntheticEvent } from 'react';
import { languages, type Language, type Localised } from '@/lib/language';
import { Badge } from '../../../_ui/text/badge';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Checkbox } from '../../../_ui/form/checkbox';
import { Field } from '../../../_ui/form/field';
import { MoneyField } from '../../../_ui/form/money-field';
import { Form, FormActions, FieldRow } from '../../../_ui/form/form';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { piastresOf, poundsText } from '@/lib/money';
import type { Stored } from '../_parts/conflict/use-conflict';
import { useVersionedForm } from '../_parts/conflict/use-versioned-form';
import { ContentConflict, type ConflictLabels } from '../_parts/content/content-conflict';
import styles from './courses.module.css';

export interface PricedProduct { key: string; name: Localised; description: Localised; amount: number; saleAmount: number | null; refundableOnSale: boolean; editedHere: boolean; updatedAt: string }
type Labels = SaveLabels & { amount: string; sale: string; sale_help: string; read_as: string; refundable: string; unit: string; edited: string; texts: string; name: string; description: string; languages: Localised };
interface PriceFormProps { product: PricedProduct; lang: Language; labels: Labels; conflict: ConflictLabels; stepUp: StepUpLabels }

/** What is typed, as it is typed. A type, since values are compared as JSON. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type Typed = { amount: string; saleAmount: string; refundableOnSale: boolean; name: Localised; description: Localised };

const storedOf = ({ amount, saleAmount, refundableOnSale, name, description, updatedAt }: PricedProduct, lang: Language): Stored<Typed> =>
  ({ version: updatedAt, value: { amount: poundsText(amount, lang), saleAmount: poundsText(saleAmount, lang), refundableOnSale, name, description } });

/** Row O7: a price is on every page the moment it is saved. */
export function PriceForm({ product, lang, labels, conflict, stepUp }: PriceFormProps) {
  const router = useRouter();
  const url = `/api/admin/products/${product.key}`;
  const { typed, setTyped, base, outcome, theirs, send, goOn, busy, proof } = useVersionedForm({ first: storedOf(product, lang), url, read: (stored: PricedProduct) => storedOf(stored, lang) });
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await send({ method: 'PUT', url, body: { ...typed, amount: piastresOf(typed.amount, lang), saleAmount: piastresOf(typed.saleAmount, lang), updatedAt: base.version } });
    if (result.ok) router.refresh();
  };
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  return (
    <Card>
      {theirs && <ContentConflict base={base.value} mine={typed} theirs={theirs.value} labels={conflict} onGoOn={(values) => goOn(values as Typed)} onTakeTheirs={() => goOn(theirs.value)} />}
      <Form onSubmit={(event) => void submit(event)} noValidate aria-label={product.name[lang]}>
        <h3><bdi>{product.name[lang]}</bdi> {product.editedHere && <Badge>{labels.edited}</Badge>}</h3>
        <FieldRow>
          <MoneyField id={`${product.key}-amount`} name="amount" label={`${labels.amount} (${labels.unit})`} lang={lang} readAs={labels.read_as} required value={typed.amount} error={errors.amount} onChange={(event) => change({ amount: event.target.value })} />
          <MoneyField id={`${product.key}-sale`} name="saleAmount" label={`${labels.sale} (${labels.unit})`} help={labels.sale_help} lang={lang} readAs={labels.read_as} value={typed.saleAmount} error={errors.saleAmount} onChange={(event) => change({ saleAmount: event.target.value })} />
        </FieldRow>
        <Checkbox name="refundableOnSale" label={labels.refundable} checked={typed.refundableOnSale} onChange={(event) => change({ refundableOnSale: event.target.checked })} />
        <ProductTexts productKey={product.key} texts={typed} errors={errors} labels={labels} onChange={change} />
        {!theirs && <OutcomeNotice outcome={outcome} labels={labels} />}
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}

interface Texts { name: Localised; description: Localised }
interface ProductTextsProps { productKey: string; texts: Texts; errors: Readonly<Record<string, string>>; labels: Labels; onChange: (texts: Partial<Texts>) => void }

/** What orders and receipts call it; the key, which orders name, stays. */
function ProductTexts({ productKey, texts, errors, labels, onChange }: ProductTextsProps) {
  const hasErrors = Object.keys(errors).some((field) => /^(?:name|description)\./.test(field));
  return (
    <details open={hasErrors} className={styles.texts}>
      <summary>{labels.texts}</summary>
      {(['name', 'description'] as const).flatMap((part) => languages.map((each) => (
        <Field
          key={`${part}.${each}`} id={`${productKey}-${part}.${each}`} name={`${part}.${each}`} label={`${labels[part]} (${labels.languages[each]})`} lang={each} dir="auto" required
          value={texts[part][each]} error={errors[`${part}.${each}`]} onChange={(event) => onChange({ [part]: { ...texts[part], [each]: event.target.value } })}
        />
      )))}
    </details>
  );
}

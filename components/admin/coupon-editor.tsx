'use client';

import { useState } from 'react';
import { RowForm, type RowFormProps } from '@/components/admin/documents/row-form';
import { Select } from '@/components/form/field';
import { FieldRow } from '@/components/form/form';
import { labelOf } from '@/components/form/form-labels';
import type { CustomFieldProps } from '@/components/form/node-props';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/values';
import { parsePiastres, poundsText } from '@/lib/money';
import { numberText, typedNumber } from '@/lib/numbers';

const custom = { percent: DiscountField, amount: () => null };

export const CouponEditor = (props: RowFormProps) => <RowForm {...props} custom={custom} />;

const kinds = ['percent', 'amount'] as const;
type Kind = (typeof kinds)[number];

function DiscountField({ fields, control: Control, ...props }: CustomFieldProps) {
  const { value, path, labels, errors, idPrefix, onChange } = props;
  const valueOf = (kind: Kind) => valueAt(value, [kind]) ?? null;
  const filled = kinds.find((each) => valueOf(each) !== null);
  // Keep the kind while the admin clears the field.
  const [chosen, setChosen] = useState<Kind>(filled ?? 'percent');
  const kind = filled ?? chosen;
  const writeKind = (to: Kind, next: JsonValue) =>
    onChange(path, { ...(value as { [name: string]: JsonValue }), percent: null, amount: null, [to]: next });
  const chooseKind = (to: Kind) => {
    const text = textOf(valueOf(kind), kind);
    setChosen(to);
    writeKind(to, to === 'amount' ? parsePiastres(text, labels.lang) : typedNumber(text, labels.lang, 'percent'));
  };
  const textOf = (typed: JsonValue, as: Kind): string => {
    if (typeof typed !== 'number') return typeof typed === 'string' ? typed : '';
    return as === 'amount' ? poundsText(typed, labels.lang) : numberText(typed, labels.lang);
  };
  const field = fields.find(({ name }) => name === kind);
  const error = errors[kind] ?? errors.percent;
  return (
    <FieldRow>
      <Select
        id={`${idPrefix}-kind`}
        name="kind"
        label={labelOf('coupon_kind', labels)}
        value={kind}
        onChange={(event) => chooseKind(event.target.value === 'amount' ? 'amount' : 'percent')}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {labelOf(`coupon_${each}`, labels)}
          </option>
        ))}
      </Select>
      {field && (
        <Control
          key={kind}
          {...props}
          node={{ ...field.node, nullable: false } as FormNode}
          path={[...path, kind]}
          label={field.label ?? kind}
          required
          value={valueOf(kind)}
          errors={error ? { [kind]: error } : {}}
          onChange={(_path, next) => writeKind(kind, next ?? null)}
        />
      )}
    </FieldRow>
  );
}

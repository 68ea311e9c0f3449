'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode, SyntheticEvent } from 'react';
import { StepUpDialog } from '@/components/admin/call/dialogs';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { useAdminCall } from '@/components/admin/call/use-admin-call';
import { Form, FormActions } from '@/components/form/form';
import type { FormLabels } from '@/components/form/form-labels';
import type { CustomFields } from '@/components/form/node-props';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { pickFields } from '@/lib/content/form/values';
import type { Language } from '@/lib/language';
import { poundsText } from '@/lib/money';
import { DraftNotices } from './draft-notices';
import { type JsonObject, mapAnswer, useDraft } from './use-draft';
import styles from './row-form.module.css';

export interface RowFormProps {
  draftKey: string;
  title: string;
  node: GroupNode;
  initial: JsonObject;
  version: string;
  /** API URL of the row, or of the list for a new row. */
  url: string;
  /** Set for a new row: the new page's URL is `folder` plus the value of `field`. */
  created?: { folder: string; field: 'id' | 'key' };
  form: FormLabels;
}

interface RowFormParts {
  idPrefix?: string;
  custom?: CustomFields;
  folded?: { label: string; names: readonly string[] };
  heading?: ReactNode;
}

export function RowForm({
  draftKey,
  title,
  node,
  initial,
  version,
  url,
  created,
  form,
  idPrefix,
  custom,
  folded,
  heading,
}: RowFormProps & RowFormParts) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const readVersion = (row: JsonObject) => ({ version: String(row.updatedAt ?? ''), value: pickFields(row, node) });
  const draft = useDraft<JsonObject>({
    key: draftKey,
    initial: { version, value: initial },
    async save(value, updatedAt) {
      const result = await call<JsonObject>(
        created ? { method: 'POST', url, body: value } : { method: 'PUT', url, body: { ...value, updatedAt } },
      );
      if (result.ok && created) router.replace(`${created.folder}/${String(result.answer[created.field])}`);
      return mapAnswer(result, readVersion);
    },
    load: async () => mapAnswer(await callJson<JsonObject>({ method: 'GET', url }), readVersion),
  });
  const { value, isDirty, outcome, theirs, errors } = draft;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((await draft.save()) && !created) router.refresh();
  };
  const fieldNames = Object.fromEntries(node.fields.map((field) => [field.name, field.label ?? field.name]));
  const isFolded = (field: string) => folded?.names.includes(field) ?? false;
  const buildFields = (names: (field: string) => boolean) => (
    <SchemaForm
      node={{ kind: 'group', fields: node.fields.filter((field) => names(field.name)) }}
      label={title}
      value={value}
      errors={errors}
      labels={form}
      {...(idPrefix && { idPrefix })}
      {...(custom && { custom })}
      onChange={(next) => draft.change(next as JsonObject)}
    />
  );
  return (
    <Card>
      <DraftNotices
        draft={draft}
        names={{ ...form, labels: { ...form.labels, ...fieldNames } }}
        display={(row) => showMoney(row, node, form.lang)}
      />
      {/* Block the form while the row is created: text typed now would be lost on the new row's page. */}
      <Form
        data-draft
        inert={created !== undefined && (busy || outcome?.ok === true)}
        aria-label={title}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {heading}
        {buildFields((field) => !isFolded(field))}
        {folded && (
          <details
            open={Object.keys(errors).some((path) => isFolded(path.split('.')[0] ?? ''))}
            className={styles.folded}
          >
            <summary>{folded.label}</summary>
            {buildFields(isFolded)}
          </details>
        )}
        {!theirs && <OutcomeNotice outcome={isDirty && outcome?.ok ? null : outcome} />}
        <FormActions>
          <Button type="submit" busy={busy}>
            {busy ? t('saving') : t('save')}
          </Button>
        </FormActions>
      </Form>
      <StepUpDialog stepUp={stepUp} />
    </Card>
  );
}

function showMoney(row: JsonObject, { fields }: GroupNode, lang: Language): JsonObject {
  const showValue = ([name, value]: [string, JsonValue]): [string, JsonValue] => {
    const node = fields.find((field) => field.name === name)?.node;
    const isMoney = node?.kind === 'number' && node.format === 'money' && typeof value === 'number';
    return [name, isMoney ? poundsText(value, lang) : value];
  };
  return Object.fromEntries(Object.entries(row).map(showValue));
}

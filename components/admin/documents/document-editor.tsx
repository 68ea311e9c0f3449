'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAdminCall } from '@/components/admin/call/use-admin-call';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import type { FormField, FormNode, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, pickFields, valueAt, withValueAt } from '@/lib/content/form/values';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import { DraftNotices } from './draft-notices';
import { SaveBar } from './save-bar';
import { type JsonObject, mapAnswer, useDraft } from './use-draft';
import styles from './document-editor.module.css';
import frame from './editor-frame.module.css';

interface DocumentEditorProps {
  draftKey: string;
  node: GroupNode;
  initial: JsonObject;
  version: string;
  versionField: { request: string; response: string };
  url: string;
  form: FormLabels;
}

const dropTexts = (fields: readonly FormField[]): GroupNode => ({
  kind: 'group',
  fields: fields.filter(({ name }) => !['texts', 'updatedAt', 'version'].includes(name)),
});

function textNodes(node: GroupNode): FormField[] {
  const texts: FormNode | undefined = node.fields.find(({ name }) => name === 'texts')?.node;
  return texts?.kind === 'group' ? [...texts.fields] : [];
}

export function DocumentEditor({ draftKey, node, initial, version, versionField, url, form }: DocumentEditorProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const draft = useDraft<JsonObject>({
    key: draftKey,
    initial: { version, value: initial },
    async save(value, base) {
      const body = { ...value, ...(base && { [versionField.request]: base }) };
      const result = await call<JsonObject>({ method: 'PUT', url, body });
      return mapAnswer(result, (answer) => ({ version: String(answer[versionField.response] ?? ''), value }));
    },
    load: async () =>
      mapAnswer(await callJson<JsonObject>({ method: 'GET', url }), (answer) => ({
        version: String(answer[versionField.response] ?? ''),
        value: pickFields(answer, node),
      })),
  });
  const { value, change, errors } = draft;
  const write = (path: string[], next: JsonValue | undefined) => {
    const nextValues = withValueAt(value, path, next);
    if (nextValues !== null && typeof nextValues === 'object' && !Array.isArray(nextValues)) change(nextValues);
  };
  const save = async () => {
    if (await draft.save()) router.refresh();
  };
  const settings = dropTexts(node.fields);
  return (
    <div className={frame.editor}>
      <DraftNotices draft={draft} names={{ ...form, labels: { ...form.labels, texts: t('languages') } }} />
      <Card as="section" aria-label={t('settings')} className={styles.settings}>
        <SchemaForm
          node={settings}
          label={t('settings')}
          value={value}
          errors={errors}
          labels={form}
          onChange={(next) => change(next as JsonObject)}
        />
      </Card>
      <LanguagePanel
        fields={textNodes(node)}
        texts={valueAt(value, ['texts']) ?? {}}
        errors={errors}
        form={form}
        onChange={(lang, next) => write(['texts', lang], next)}
      />
      <SaveBar draft={draft} busy={busy} onSave={save} />
    </div>
  );
}

interface LanguagePanelProps {
  fields: FormField[];
  texts: JsonValue;
  errors: Readonly<Record<string, string>>;
  form: FormLabels;
  onChange: (lang: Language, value: JsonValue | undefined) => void;
}

export function LanguagePanel({ fields, texts, errors, form, onChange }: LanguagePanelProps) {
  const t = useTranslations('admin');
  const id = useId();
  const [chosen, setChosen] = useState<Language>(defaultLanguage);
  const [previousErrors, setPreviousErrors] = useState(errors);
  const isWrong = (name: Language) => Object.keys(errors).some((each) => each.startsWith(`texts.${name}.`));
  if (errors !== previousErrors) {
    setPreviousErrors(errors);
    const wrong = languages.find(isWrong);
    if (wrong && !isWrong(chosen)) setChosen(wrong);
  }
  const moveToTab = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const nextLanguage = languages[findNextTab(event, languages.indexOf(chosen))];
    if (!nextLanguage) return;
    event.preventDefault();
    setChosen(nextLanguage);
    focusTab(nextLanguage);
  };
  const focusTab = (name: Language) => document.getElementById(`${id}-${name}`)?.focus();
  /** Move focus first: the clicked button disappears with the change. */
  const writeWhole = (next: JsonValue | undefined) => {
    focusTab(chosen);
    onChange(chosen, next);
  };
  const field = fields.find(({ name }) => name === chosen);
  const value = valueAt(texts, [chosen]);
  return (
    <section className={styles.panel}>
      <div role="tablist" aria-label={t('languages')} className={styles.tabs} onKeyDown={moveToTab}>
        {languages.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {labelOf(name, form)} <Mark hasMissing={valueAt(texts, [name]) === undefined} hasErrors={isWrong(name)} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {field && value === undefined && (
          <Card>
            <Button variant="secondary" icon="plus" onClick={() => writeWhole(blankValue(field.node))}>
              {t('write_language')}
            </Button>
          </Card>
        )}
        {field && value !== undefined && (
          <Card className={styles.form}>
            <SchemaForm
              node={field.node}
              label={labelOf(chosen, form)}
              value={value}
              errors={errors}
              labels={form}
              lang={chosen}
              at={['texts', chosen]}
              onChange={(next) => onChange(chosen, next)}
            />
            {!field.required && (
              <Button variant="quiet" size="small" icon="trash" onClick={() => writeWhole(undefined)}>
                {t('take_language_away')}
              </Button>
            )}
          </Card>
        )}
      </div>
    </section>
  );
}

function findNextTab({ key, currentTarget }: KeyboardEvent, at: number): number {
  const count = languages.length;
  const [forward, back] =
    getComputedStyle(currentTarget).direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const places: Record<string, number> = {
    [forward]: (at + 1) % count,
    [back]: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key] ?? -1;
}

function Mark({ hasMissing, hasErrors }: { hasMissing: boolean; hasErrors: boolean }) {
  const t = useTranslations('admin');
  if (hasErrors) return <Badge tone="danger">{t('has_errors')}</Badge>;
  return hasMissing ? <Badge tone="notice">{t('missing')}</Badge> : null;
}

'use client';

import { useRouter } from 'next/navigation';
import type { FormField, FormNode, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { valueAt, withValueAt } from '@/lib/content/form/pointer';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import { SchemaForm } from '../../../../_forms/schema-form';
import type { FormLabels } from '../../../../_forms/form-labels';
import styles from './document-editor.module.css';
import frame from './editor-frame.module.css';
import { LanguagePanel, type LanguageLabels } from './language-panel';
import { OutcomeNotice } from '../call/outcome-notice';
import type { SaveLabels } from '../call/client-labels';
import { ContentConflict, type ConflictLabels } from '../content/content-conflict';
import { useDocument, type Json } from './use-document';

export interface EditorLabels { save: SaveLabels; conflict: ConflictLabels; form: FormLabels; language: LanguageLabels; settings: string; restored: string; unsaved: string; discard: string }
interface DocumentEditorProps {
  name: string;
  node: GroupNode;
  initial: Json;
  version: string;
  /** The field that carries the version to the call, and the one its answer has the new version in. */
  versionIn: { asked: string; answered: string };
  /** Of the stored document. */
  url: string;
  labels: EditorLabels;
}

const withoutTexts = (fields: readonly FormField[]): GroupNode => ({ kind: 'group', fields: fields.filter(({ name }) => !['texts', 'updatedAt', 'version'].includes(name)) });

function textNodes(node: GroupNode): FormField[] {
  const texts: FormNode | undefined = node.fields.find(({ name }) => name === 'texts')?.node;
  return texts?.kind === 'group' ? [...texts.fields] : [];
}

const noErrors = {};

/** A document with texts in every language: settings above, a language at a time below, saved whole. */
export function DocumentEditor({ name, node, initial, version, versionIn, url, labels }: DocumentEditorProps) {
  const router = useRouter();
  const edited = useDocument({ name, node, initial, version, url, versionField: versionIn.answered });
  const { value, base, dirty, change, outcome, theirs, busy } = edited;
  const errors = outcome && !outcome.ok ? outcome.errors : noErrors;
  const write = (path: string[], next: JsonValue | undefined) => {
    const whole = withValueAt(value, path, next);
    if (whole !== null && typeof whole === 'object' && !Array.isArray(whole)) change(whole);
  };
  const save = async () => {
    const result = await edited.send({ method: 'PUT', url, body: { ...value, ...(base && { [versionIn.asked]: base }) } });
    if (!result.ok) return;
    edited.accept(value, value, String(result.answer[versionIn.answered] ?? ''));
    router.refresh();
  };
  const settings = withoutTexts(node.fields);
  return (
    <div className={frame.editor}>
      {edited.restored && <Notice tone="info" actions={<Button variant="quiet" size="small" onClick={edited.discard}>{labels.discard}</Button>}>{labels.restored}</Notice>}
      {theirs && <ContentConflict base={edited.beganFrom} mine={value} theirs={theirs.value} labels={labels.conflict} onGoOn={edited.goOn} onTakeTheirs={edited.takeTheirs} />}
      <Card as="section" aria-label={labels.settings} className={styles.settings}>
        <SchemaForm node={settings} label={labels.settings} value={value} errors={errors} labels={labels.form} onChange={(next) => change(next as Json)} />
      </Card>
      <LanguagePanel
        fields={textNodes(node)} texts={valueAt(value, ['texts']) ?? {}} errors={errors} form={labels.form} labels={labels.language}
        onChange={(lang, next) => write(['texts', lang], next)}
      />
      <div className={frame.bar}>
        {!theirs && <OutcomeNotice outcome={dirty && outcome?.ok ? null : outcome} hasCopy labels={labels.save} />}
        <div className={frame.actions}>
          <Button busy={busy} onClick={() => void save()}>{busy ? labels.save.saving : labels.save.save}</Button>
        </div>
        {dirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
      </div>
    </div>
  );
}

'use client';

import { useMemo, useState } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { missingFields } from '@/lib/content/form/missing-fields';
import { withValueAt } from '@/lib/content/form/pointer';
import { languages, type Language } from '@/lib/language';
import { nodeOfValue } from '../../../../_forms/free-field';
import { labelOf } from '../../../../_forms/form-labels';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Select } from '../../../../_ui/form/select';
import { OutcomeNotice } from '../call/outcome-notice';
import { ContentConflict } from './content-conflict';
import type { ContentLabels } from './content-labels';
import { ContentPart } from './content-part';
import styles from './content-editor.module.css';
import frame from '../documents/editor-frame.module.css';
import { useContent, type Values } from './use-content';

interface Props { id: string; version: number; values: Values; isDraft: boolean; filesDiffer: boolean; parts: readonly string[]; node: FormNode; lang: Language; labels: ContentLabels }

const noErrors = {};

/** Row N5: a document in its languages side by side: saved, previewed, published; two editors at once lose nothing. */
export function ContentEditor({ id, version, values, isDraft, filesDiffer, parts, node, lang, labels }: Props) {
  const content = useContent(id, { version, values });
  const { value, outcome, theirs } = content;
  const missing = useMemo(() => missingFields(value, parts), [value, parts]);
  const sections = useMemo(() => sectionsOf(node, values, parts), [node, values, parts]);
  const errors = outcome && !outcome.ok ? outcome.errors : noErrors;
  const [section, choose] = useSection(sections, errors);
  const write = (path: string[], next: JsonValue) => {
    const whole = withValueAt(value, path, next);
    if (whole !== null && typeof whole === 'object' && !Array.isArray(whole)) content.change(whole);
  };
  return (
    <div className={frame.editor}>
      {content.restored && <Notice tone="info" actions={<Button variant="quiet" size="small" onClick={() => content.settle(values, String(version))}>{labels.discard}</Button>}>{labels.restored}</Notice>}
      {filesDiffer && (
        <Notice
          tone="notice" title={labels.files_title}
          actions={(
            <>
              <Button size="small" variant="secondary" onClick={() => void content.decide('restore')}>{labels.use_files}</Button>
              <Button size="small" variant="secondary" onClick={() => void content.decide('confirm')}>{labels.keep_published}</Button>
            </>
          )}
        >
          {labels.files_text}
        </Notice>
      )}
      {theirs && <ContentConflict base={content.beganFrom} mine={value} theirs={theirs.values} labels={labels} onGoOn={content.goOn} onTakeTheirs={content.takeTheirs} />}
      {sections.length > 0 && (
        <div className={styles.section}>
          <Select id="content-section" name="section" label={labels.section} value={section} onChange={(event) => choose(event.target.value)}>
            {sections.map((name) => <option key={name} value={name}>{labelOf(name, labels.form)}</option>)}
          </Select>
        </div>
      )}
      <div className={styles.columns}>
        {parts.map((part) => (
          <ContentPart
            key={part} part={part} missing={missing[part] ?? []} errors={errors} labels={labels}
            node={sections.length > 0 ? sectionNode(value[part], section) : node} value={value[part]} onChange={(next) => write([part], next)}
          />
        ))}
      </div>
      <div className={frame.bar}>
        {content.done === 'saved' && <Notice tone="success" alert>{labels.draft_saved}</Notice>}
        {content.done === 'published' && <Notice tone="success" alert>{labels.published}</Notice>}
        {outcome && !outcome.ok && !theirs && <OutcomeNotice outcome={outcome} labels={labels.save} />}
        <div className={frame.actions}>
          <Button busy={content.busy} disabled={!content.dirty && !isDraft} onClick={() => void content.publish()}>{content.busy ? labels.publishing : labels.publish}</Button>
          <Button variant="secondary" disabled={!content.dirty} onClick={() => void content.save()}>{labels.save_draft}</Button>
          {(parts.length > 1 ? languages : [lang]).map((each) => (
            <Button key={each} variant="quiet" icon="external" onClick={() => void content.preview(each)}>{labels.preview}: {labels.parts[each]}</Button>
          ))}
        </div>
        {content.dirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
      </div>
    </div>
  );
}

/** The texts of the interface are a thousand: one group of them at a time. */
function sectionsOf(node: FormNode, values: Values, parts: readonly string[]): string[] {
  const first = values[parts[0] ?? ''];
  const isFree = node.kind === 'json' || (node.kind === 'map' && node.value.kind !== 'text');
  if (!isFree || typeof first !== 'object' || first === null) return [];
  const groups = Object.entries(first).flatMap(([name, each]) => (typeof each === 'object' ? [name] : []));
  return groups.length === Object.keys(first).length ? groups : [outsideGroups, ...groups];
}

/** The section that is shown; what is wrong in another one leads there. */
function useSection(sections: readonly string[], errors: Readonly<Record<string, string>>) {
  const [section, choose] = useState(sections[0] ?? '');
  const [seen, setSeen] = useState(errors);
  if (errors !== seen) {
    setSeen(errors);
    const wrong = Object.keys(errors).map((field) => sectionOf(field, sections));
    if (!wrong.includes(section)) choose(wrong[0] ?? section);
  }
  return [section, choose] as const;
}

/** The section of the texts that stand in no group, such as the items of the menu. */
const outsideGroups = 'general';

/** @param field dotted, the part first */
function sectionOf(field: string, sections: readonly string[]): string {
  const [, name = ''] = field.split('.');
  return sections.includes(name) ? name : outsideGroups;
}

function sectionNode(value: JsonValue | undefined, section: string): FormNode {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const shown = entries.filter(([name, each]) => (section === outsideGroups ? typeof each !== 'object' : name === section));
  return { kind: 'group', fields: shown.map(([name, each]) => ({ name, required: true, node: nodeOfValue(each) })) };
}

'use client';

import { useMemo } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { missingFields } from '@/lib/content/form/missing-fields';
import { withValueAt } from '@/lib/content/form/pointer';
import { languages, type Language } from '@/lib/language';
import { labelOf } from '../../../../_forms/form-labels';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Field } from '../../../../_ui/form/field';
import { Select } from '../../../../_ui/form/select';
import { OutcomeNotice } from '../call/outcome-notice';
import { BlockedPreview } from '../documents/blocked-preview';
import { ContentConflict } from './content-conflict';
import type { ContentLabels } from './content-labels';
import { ContentPart } from './content-part';
import styles from './content-editor.module.css';
import frame from '../documents/editor-frame.module.css';
import { useContent, type Values } from './use-content';
import { useSections } from './use-sections';

interface Props { id: string; userId: string; version: number; values: Values; isDraft: boolean; filesDiffer: boolean; parts: readonly string[]; node: FormNode; lang: Language; labels: ContentLabels }

const noErrors = {};

/** Row N5: a document in its languages side by side: saved, previewed, published; two editors at once lose nothing. */
export function ContentEditor({ id, userId, version, values, isDraft, filesDiffer, parts, node, lang, labels }: Props) {
  const content = useContent(id, userId, { version, values });
  const { value, outcome, theirs } = content;
  const missing = useMemo(() => missingFields(value, parts), [value, parts]);
  const errors = outcome && !outcome.ok ? outcome.errors : noErrors;
  const { sections, section, choose, sought, seek, nodeOf } = useSections({ node, values, parts, errors });
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
              <Button size="small" variant="secondary" aria-disabled={content.busy} onClick={() => void content.decide('restore')}>{labels.use_files}</Button>
              <Button size="small" variant="secondary" aria-disabled={content.busy} onClick={() => void content.decide('confirm')}>{labels.keep_published}</Button>
            </>
          )}
        >
          {labels.files_text}
        </Notice>
      )}
      {theirs && <ContentConflict base={content.beganFrom} mine={value} theirs={theirs.value} labels={labels} onGoOn={content.goOn} onTakeTheirs={content.takeTheirs} />}
      {sections.length > 0 && (
        <div className={styles.sections}>
          <Field name="search-texts" type="search" label={labels.search_texts} value={sought} onChange={(event) => seek(event.target.value)} />
          <Select id="content-section" name="section" label={labels.section} value={section} disabled={sought !== ''} onChange={(event) => choose(event.target.value)}>
            {sections.map((name) => <option key={name} value={name}>{labelOf(name, labels.form)}</option>)}
          </Select>
        </div>
      )}
      <div className={styles.columns}>
        {parts.map((part) => (
          <ContentPart
            key={part} part={part} missing={missing[part] ?? []} errors={errors} labels={labels}
            node={nodeOf(value[part])} value={value[part]} onChange={(next) => write([part], next)}
          />
        ))}
      </div>
      <div className={frame.bar}>
        {content.done === 'saved' && <Notice tone="success" alert>{labels.draft_saved}</Notice>}
        {content.done === 'published' && <Notice tone="success" alert>{labels.published}</Notice>}
        {outcome && !outcome.ok && !theirs && <OutcomeNotice outcome={outcome} hasCopy labels={labels.save} />}
        <BlockedPreview url={content.blockedPreview} labels={labels} />
        <div className={frame.actions}>
          <Button busy={content.busy} aria-disabled={!content.dirty && !isDraft} onClick={() => void content.publish()}>{content.busy ? labels.publishing : labels.publish}</Button>
          <Button variant="secondary" aria-disabled={!content.dirty || content.busy} onClick={() => void content.save()}>{labels.save_draft}</Button>
          {(parts.length > 1 ? languages : [lang]).map((each) => (
            <Button key={each} variant="quiet" icon="external" aria-disabled={content.busy} onClick={() => void content.preview(each)}>{labels.preview}: {labels.parts[each]}</Button>
          ))}
        </div>
        {content.dirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
      </div>
    </div>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { DraftNotices } from '@/components/admin/documents/draft-notices';
import { BlockedPreview } from '@/components/admin/documents/preview';
import type { JsonObject } from '@/components/admin/documents/use-draft';
import { Field, Select } from '@/components/form/field';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { inferNode } from '@/components/form/schema-form';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { findTextPaths, formOfTexts, missingFields, withValueAt } from '@/lib/content/form/values';
import { type Language, languages } from '@/lib/language';
import { ContentPart } from './content-part';
import { useContent } from './use-content';
import styles from './content-editor.module.css';
import frame from '@/components/admin/documents/editor-frame.module.css';

interface Props {
  id: string;
  userId: string;
  version: number;
  values: JsonObject;
  isDraft: boolean;
  filesDiffer: boolean;
  parts: readonly string[];
  node: FormNode;
  lang: Language;
  form: FormLabels;
}

export function ContentEditor({ id, userId, version, values, isDraft, filesDiffer, parts, node, lang, form }: Props) {
  const t = useTranslations('admin');
  const content = useContent(id, userId, { version, values });
  const { draft } = content;
  const { value, outcome, theirs, errors, isDirty } = draft;
  const missing = useMemo(() => missingFields(value, parts), [value, parts]);
  const { sections, section, setSection, searchText, setSearchText, nodeOf } = useSections({
    node,
    values,
    parts,
    errors,
  });
  const write = (path: string[], next: JsonValue) => {
    const nextValues = withValueAt(value, path, next);
    if (nextValues !== null && typeof nextValues === 'object' && !Array.isArray(nextValues)) content.change(nextValues);
  };
  return (
    <div className={frame.editor}>
      {filesDiffer && (
        <Notice
          tone="notice"
          title={t('content_files_title')}
          actions={
            <>
              <Button
                size="small"
                variant="secondary"
                aria-disabled={content.busy}
                onClick={() => void content.decide('restore')}
              >
                {t('content_use_files')}
              </Button>
              <Button
                size="small"
                variant="secondary"
                aria-disabled={content.busy}
                onClick={() => void content.decide('confirm')}
              >
                {t('content_keep_published')}
              </Button>
            </>
          }
        >
          {t('content_files_text')}
        </Notice>
      )}
      <DraftNotices
        draft={draft}
        names={form}
        onContinueEditing={content.continueEditing}
        onTakeTheirs={content.takeTheirs}
      />
      {sections.length > 0 && (
        <div className={styles.sections}>
          <Field
            name="search-texts"
            type="search"
            label={t('content_search_texts')}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
          <Select
            id="content-section"
            name="section"
            label={t('content_section')}
            value={section}
            disabled={searchText !== ''}
            onChange={(event) => setSection(event.target.value)}
          >
            {sections.map((name) => (
              <option key={name} value={name}>
                {labelOf(name, form)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className={styles.columns}>
        {parts.map((part) => (
          <ContentPart
            key={part}
            part={part}
            missing={missing[part] ?? []}
            errors={errors}
            form={form}
            node={nodeOf(value[part])}
            value={value[part]}
            onChange={(next) => write([part], next)}
          />
        ))}
      </div>
      <div className={frame.bar}>
        {content.done === 'saved' && (
          <Notice tone="success" alert>
            {t('content_draft_saved')}
          </Notice>
        )}
        {content.done === 'published' && (
          <Notice tone="success" alert>
            {t('content_published')}
          </Notice>
        )}
        {outcome && !outcome.ok && !theirs && <OutcomeNotice outcome={outcome} hasCopy />}
        <BlockedPreview url={content.blockedPreview} />
        <div className={frame.actions}>
          <Button busy={content.busy} aria-disabled={!isDirty && !isDraft} onClick={() => void content.publish()}>
            {content.busy ? t('content_publishing') : t('content_publish')}
          </Button>
          <Button variant="secondary" aria-disabled={!isDirty || content.busy} onClick={() => void content.save()}>
            {t('content_save_draft')}
          </Button>
          {(parts.length > 1 ? languages : [lang]).map((each) => (
            <Button
              key={each}
              variant="quiet"
              icon="external"
              aria-disabled={content.busy}
              onClick={() => void content.preview(each)}
            >
              {t('content_preview')}: {labelOf(each, form)}
            </Button>
          ))}
        </div>
        {isDirty && <span className={frame.unsaved}>{t('unsaved')}</span>}
      </div>
    </div>
  );
}

interface SectionsInput {
  node: FormNode;
  values: JsonObject;
  parts: readonly string[];
  errors: Readonly<Record<string, string>>;
}

/** Shows only one group of texts or the search results, because the interface has about a thousand texts. */
function useSections({ node, values, parts, errors }: SectionsInput) {
  const sections = useMemo(() => buildSections(node, values, parts), [node, values, parts]);
  const [section, setSection] = useState(sections[0] ?? '');
  const [searchText, setSearchText] = useState('');
  const [previousErrors, setPreviousErrors] = useState(errors);
  if (errors !== previousErrors) {
    setPreviousErrors(errors);
    const wrong = Object.keys(errors).map((field) => sectionOf(field, sections));
    if (!wrong.includes(section)) setSection(wrong[0] ?? section);
    if (wrong.length > 0) setSearchText('');
  }
  const searchResults = useMemo(
    () => (searchText.trim() === '' ? null : formOfTexts(findTextPaths(values, parts, searchText))),
    [values, parts, searchText],
  );
  const nodeOf = (value: JsonValue | undefined): FormNode =>
    sections.length === 0 ? node : (searchResults ?? sectionNode(value, section));
  return { sections, section, setSection, searchText, setSearchText, nodeOf };
}

function buildSections(node: FormNode, values: JsonObject, parts: readonly string[]): string[] {
  const first = values[parts[0] ?? ''];
  const isFree = node.kind === 'json' || (node.kind === 'map' && node.value.kind !== 'text');
  if (!isFree || typeof first !== 'object' || first === null) return [];
  const groups = Object.entries(first).flatMap(([name, each]) => (typeof each === 'object' ? [name] : []));
  return groups.length === Object.keys(first).length ? groups : [outsideGroups, ...groups];
}

const outsideGroups = 'general';

function sectionOf(field: string, sections: readonly string[]): string {
  const [, name = ''] = field.split('.');
  return sections.includes(name) ? name : outsideGroups;
}

function sectionNode(value: JsonValue | undefined, section: string): FormNode {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const sectionEntries = entries.filter(([name, each]) =>
    section === outsideGroups ? typeof each !== 'object' : name === section,
  );
  return {
    kind: 'group',
    fields: sectionEntries.map(([name, each]) => ({ name, required: true, node: inferNode(each) })),
  };
}

export function CopyBlockButton({ id, folder }: { id: string; folder: string }) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async () => {
    const result = await call<{ id: string }>({ method: 'POST', url: `/api/admin/content/${id}/copy` });
    if (result.ok) router.push(`${folder}/${result.answer.id}`);
    else setOutcome(result);
  };
  return (
    <>
      <Button variant="secondary" icon="plus" busy={busy} onClick={() => void copy()}>
        {t('content_copy')}
      </Button>
      <OutcomeNotice outcome={outcome} />
    </>
  );
}

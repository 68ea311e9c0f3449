'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '@/components/admin/call/dialogs';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { MissingTexts, PartCard } from '@/components/admin/content/content-part';
import type { FieldNames } from '@/components/admin/content/difference-list';
import { DraftNotices } from '@/components/admin/documents/draft-notices';
import { BlockedPreview } from '@/components/admin/documents/preview';
import type { JsonObject } from '@/components/admin/documents/use-draft';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { RichTextField } from '@/components/form/rich-text/rich-text-field';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { ErrorNotice, Notice } from '@/components/ui/feedback/notice';
import type { ArticleDraft } from '@/lib/articles/drafts';
import { readTime } from '@/lib/clock';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, missingFields, type Path, valueAt, withValueAt } from '@/lib/content/form/values';
import { isLanguage, type Language, languages } from '@/lib/language';
import type { FreeLesson } from '@/lib/lessons/playback/lesson-previews';
import { type Article, articleToValues, type PublishedArticle, useArticle } from './use-article';
import contentStyles from '@/components/admin/content/content-editor.module.css';
import frame from '@/components/admin/documents/editor-frame.module.css';

export interface ArticleForms {
  settings: FormLabels;
  texts: FormLabels;
}

export interface ArticleEditorProps {
  id: string;
  isNew: boolean;
  version: { number: number; updatedAt: string | null };
  values: ArticleDraft;
  published: PublishedArticle | null;
  userId: string;
  node: GroupNode;
  lessons: readonly FreeLesson[];
  lang: Language;
  folder: string;
  now: string;
  forms: ArticleForms;
}

const settingsOf = ({ fields }: GroupNode): GroupNode => ({
  kind: 'group',
  fields: fields.filter(({ name }) => name !== 'texts'),
});

function textNodeOf(node: GroupNode, lang: Language): GroupNode | null {
  const texts = node.fields.find(({ name }) => name === 'texts')?.node;
  const text = texts?.kind === 'group' ? texts.fields.find(({ name }) => name === lang)?.node : undefined;
  return text?.kind === 'group' ? text : null;
}

export function ArticleEditor({
  id,
  isNew,
  version,
  values,
  published,
  userId,
  node,
  lessons,
  lang,
  folder,
  now,
  forms,
}: ArticleEditorProps) {
  const t = useTranslations('admin');
  const article = useArticle({
    isNew,
    initial: { version: { id, ...version }, value: articleToValues(values) },
    published,
    userId,
    folder,
  });
  const { draft } = article;
  const { value, errors } = draft;
  const writtenLanguages = languages.filter((each) => value[each] !== undefined);
  const missing = useMemo(() => missingFields(value, languages), [value]);
  const write = (part: string, next: JsonValue | undefined) => {
    const { [part]: _old, ...others } = value;
    draft.change(next === undefined ? others : { ...value, [part]: next });
  };
  return (
    <div className={frame.editor}>
      <DraftNotices draft={draft} names={forms.texts} isAutosaved />
      <Card as="section" aria-label={t('article_settings')} className={contentStyles.part}>
        <SchemaForm
          node={settingsOf(node)}
          label={t('article_settings')}
          value={value.all ?? {}}
          errors={errors}
          labels={forms.settings}
          onChange={(next) => write('all', next)}
        />
      </Card>
      <ErrorNotice>{errors.texts}</ErrorNotice>
      <div className={contentStyles.columns}>
        {[lang, ...languages.filter((each) => each !== lang)].map((each) => {
          const text = textNodeOf(node, each);
          return (
            text && (
              <ArticlePart
                key={each}
                lang={each}
                node={text}
                value={value[each]}
                missing={writtenLanguages.length > 1 ? (missing[each] ?? []) : []}
                errors={errors}
                lessons={lessons}
                form={forms.texts}
                onChange={(next) => isLanguage(each) && write(each, next)}
              />
            )
          );
        })}
      </div>
      <ArticleActions article={article} now={now} names={forms.texts} />
    </div>
  );
}

interface ArticlePartProps {
  lang: Language;
  node: GroupNode;
  value: JsonValue | undefined;
  missing: readonly Path[];
  errors: Readonly<Record<string, string>>;
  lessons: readonly FreeLesson[];
  form: FormLabels;
  onChange: (value: JsonValue | undefined) => void;
}

function ArticlePart({ lang, node, value, missing, errors, lessons, form, onChange }: ArticlePartProps) {
  const t = useTranslations('admin');
  const name = labelOf(lang, form);
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(`texts.${lang}.`));
  const short: GroupNode = { kind: 'group', fields: node.fields.filter((field) => field.name !== 'html') };
  const html = valueAt(value, ['html']);
  return (
    <PartCard
      name={name}
      hasErrors={hasErrors}
      isMissing={value === undefined}
      onWrite={() => onChange(blankValue(node))}
    >
      <MissingTexts paths={missing} part={lang} at={['texts', lang]} form={form} />
      <SchemaForm
        node={short}
        label={name}
        value={value ?? null}
        errors={errors}
        labels={form}
        lang={lang}
        at={['texts', lang]}
        onChange={onChange}
      />
      <RichTextField
        name={`texts.${lang}.html`}
        label={labelOf('html', form)}
        help={form.help.html}
        html={typeof html === 'string' ? html : ''}
        lang={lang}
        error={errors[`texts.${lang}.html`]}
        lessons={lessons}
        labels={form}
        onChange={(next) => onChange(withValueAt(value ?? null, ['html'], next) ?? value)}
      />
      <div>
        <DeleteButton
          size="small"
          label={t('article_remove_language')}
          title={`${t('article_remove_language')}: ${name}`}
          question={t('article_sure_remove_language')}
          onConfirm={() => onChange(undefined)}
        />
      </div>
    </PartCard>
  );
}

interface ArticleActionsProps {
  article: Article;
  now: string;
  names: FieldNames;
}

function publishAction(value: JsonObject, now: string): 'publish' | 'schedule' | 'save_hidden' {
  if (valueAt(value.all, ['published']) !== true) return 'save_hidden';
  const at = valueAt(value.all, ['publishedAt']);
  const time = typeof at === 'string' ? readTime(at) : null;
  return time && time > new Date(now) ? 'schedule' : 'publish';
}

const done = { publish: 'published', schedule: 'scheduled', save_hidden: 'hidden' } as const;

function ArticleActions({ article, now, names }: ArticleActionsProps) {
  const t = useTranslations('admin');
  const { draft, publish, preview, blockedPreview, deleteDraft, isPublishing, isPublished } = article;
  const { value, outcome, theirs, saved, status, isDirty } = draft;
  const kind = publishAction(value, now);
  // Do not report a lost connection while edits are unsaved: autosave reports it and retries. Publishing never retries.
  const isPlain = outcome && !outcome.ok && !theirs && !(isDirty && status === 'unreachable');
  return (
    <div className={frame.bar}>
      {isPublished && (
        <Notice tone="success" alert>
          {t(`article_${done[kind]}`)}
        </Notice>
      )}
      {isPlain && <OutcomeNotice outcome={outcome} autosaved hasCopy />}
      <BlockedPreview url={blockedPreview} />
      <div className={frame.actions}>
        <Button
          busy={isPublishing}
          aria-disabled={(!isDirty && saved.version.number === 0) || theirs !== null}
          onClick={() => void publish(done[kind])}
        >
          {t(`article_${kind}`)}
        </Button>
        {languages
          .filter((each) => value[each] !== undefined)
          .map((each) => (
            <Button
              key={each}
              variant="quiet"
              icon="external"
              aria-disabled={theirs !== null}
              onClick={() => void preview(each)}
            >
              {t('content_preview')}: {labelOf(each, names)}
            </Button>
          ))}
        {saved.version.number > 0 && (
          <DeleteButton
            label={t('article_discard')}
            question={t('article_sure_discard')}
            onConfirm={() => void deleteDraft()}
          />
        )}
      </div>
      <span role="status" className={frame.unsaved}>
        {isDirty
          ? t(`article_${status === 'saved' ? 'typed' : status}`)
          : saved.version.number > 0 && t('article_saved')}
      </span>
    </div>
  );
}

interface DeleteButtonProps {
  label: string;
  title?: string;
  question: string;
  size?: 'small' | 'medium';
  onConfirm: () => void;
}

function DeleteButton({ label, title = label, question, size = 'medium', onConfirm }: DeleteButtonProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <>
      <Button variant="quiet" icon="trash" size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        title={title}
        question={question}
        confirm={label}
        danger
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

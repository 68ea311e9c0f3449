'use client';

import { useMemo } from 'react';
import type { ArticleDraft } from '@/lib/blog/drafts';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { missingFields } from '@/lib/content/form/missing-fields';
import { isLanguage, languages, type Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import { SchemaForm } from '../../../../_forms/schema-form';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import { ContentConflict } from '../content/content-conflict';
import contentStyles from '../content/content-editor.module.css';
import frame from '../documents/editor-frame.module.css';
import { CopyNotice } from '../drafts/copy-notice';
import type { ArticleLabels } from './article-labels';
import { ArticleActions } from './article-actions';
import { ArticlePart } from './article-part';
import { useArticle, type Published, valuesOf } from './use-article';

export interface ArticleEditorProps {
  id: string; isNew: boolean; version: { number: number; updatedAt: string | null }; values: ArticleDraft; published: Published | null;
  userId: string; node: GroupNode; lessons: readonly FreeLesson[]; lang: Language; folder: string; /** ISO 8601 */ now: string; labels: ArticleLabels;
}

const settingsOf = ({ fields }: GroupNode): GroupNode => ({ kind: 'group', fields: fields.filter(({ name }) => name !== 'texts') });

function textNodeOf(node: GroupNode, lang: Language): GroupNode | null {
  const texts = node.fields.find(({ name }) => name === 'texts')?.node;
  const text = texts?.kind === 'group' ? texts.fields.find(({ name }) => name === lang)?.node : undefined;
  return text?.kind === 'group' ? text : null;
}

/** Row N8: an article in its languages side by side, saved as it is written, previewed, published now or at an hour. */
export function ArticleEditor({ id, isNew, version, values, published, userId, node, lessons, lang, folder, now, labels }: ArticleEditorProps) {
  const first = useMemo(() => ({ ...version, id, values: valuesOf(values) }), [version, id, values]);
  const article = useArticle({ isNew, first, userId, folder });
  const { value, theirs, outcome } = article;
  const { own, content, settings } = labels;
  const written = languages.filter((each) => value[each] !== undefined);
  const missing = useMemo(() => missingFields(value, languages), [value]);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const write = (part: string, next: JsonValue | undefined) => {
    const { [part]: _old, ...others } = value;
    article.change(next === undefined ? others : { ...value, [part]: next });
  };
  return (
    <div className={frame.editor}>
      {article.isRestored && <CopyNotice labels={own} onUse={article.goOnWithCopy} onGiveUp={() => article.show(article.first)} />}
      {theirs && <ContentConflict base={article.beganFrom} mine={value} theirs={theirs.values} labels={content} onGoOn={article.goOn} onTakeTheirs={() => article.show(theirs)} />}
      <Card as="section" aria-label={own.settings} className={contentStyles.part}>
        <SchemaForm node={settingsOf(node)} label={own.settings} value={value.all ?? {}} errors={errors} labels={settings} onChange={(next) => write('all', next)} />
      </Card>
      {errors.texts && <Notice tone="danger" alert>{errors.texts}</Notice>}
      <div className={contentStyles.columns}>
        {[lang, ...languages.filter((each) => each !== lang)].map((each) => {
          const text = textNodeOf(node, each);
          return text && (
            <ArticlePart
              key={each} lang={each} node={text} value={value[each]} missing={written.length > 1 ? (missing[each] ?? []) : []} errors={errors} lessons={lessons} labels={labels}
              onChange={(next) => isLanguage(each) && write(each, next)}
            />
          );
        })}
      </div>
      <ArticleActions article={article} published={published} folder={folder} now={now} labels={labels} />
    </div>
  );
}

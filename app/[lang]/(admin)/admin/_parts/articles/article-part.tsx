'use client';

import { blankValue } from '@/lib/content/form/blank-value';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import type { Path } from '@/lib/content/form/pointer';
import { valueAt, withValueAt } from '@/lib/content/form/pointer';
import type { Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import { labelOf } from '../../../../_forms/form-labels';
import { RichTextField } from '../../../../_forms/rich-text/rich-text-field';
import { SchemaForm } from '../../../../_forms/schema-form';
import { classNames } from '../../../../_ui/class-names';
import { Badge } from '../../../../_ui/text/badge';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { MissingTexts } from '../content/content-part';
import contentStyles from '../content/content-editor.module.css';
import type { ArticleLabels } from './article-labels';

interface Props {
  lang: Language; node: GroupNode; value: JsonValue | undefined; missing: readonly Path[]; errors: Readonly<Record<string, string>>; lessons: readonly FreeLesson[]; labels: ArticleLabels;
  onChange: (value: JsonValue | undefined) => void;
}

/** An article in one language: its short texts, and the text itself as it looks. */
export function ArticlePart({ lang, node, value, missing, errors, lessons, labels, onChange }: Props) {
  const { content, own } = labels;
  const name = content.parts[lang] ?? lang;
  const hasErrors = Object.keys(errors).some((field) => field.startsWith(`texts.${lang}.`));
  const short: GroupNode = { kind: 'group', fields: node.fields.filter((field) => field.name !== 'html') };
  const html = valueAt(value, ['html']);
  return (
    <Card as="section" className={classNames(contentStyles.part, value === undefined && contentStyles.absent)} aria-label={name}>
      <h2>{name} {hasErrors && <Badge tone="danger">!</Badge>} {value === undefined && <Badge tone="notice">{content.missing_file}</Badge>}</h2>
      {value === undefined
        ? <div><Button variant="secondary" icon="plus" onClick={() => onChange(blankValue(node))}>{content.write}</Button></div>
        : (
          <>
            <MissingTexts paths={missing} part={lang} at={['texts', lang]} labels={content} />
            <SchemaForm node={short} label={name} value={value} errors={errors} labels={content.form} lang={lang} at={['texts', lang]} onChange={onChange} />
            <RichTextField
              name={`texts.${lang}.html`} label={labelOf('html', content.form)} help={content.form.help.html} html={typeof html === 'string' ? html : ''} lang={lang} error={errors[`texts.${lang}.html`]}
              lessons={lessons} labels={content.form}
              onChange={(next) => onChange(withValueAt(value, ['html'], next) ?? value)}
            />
            <div><Button variant="quiet" size="small" icon="trash" onClick={() => onChange(undefined)}>{own.remove_language}</Button></div>
          </>
        )}
    </Card>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Badge } from '@/components/ui/text/badge';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, type Path } from '@/lib/content/form/values';
import { isLanguage } from '@/lib/language';
import { pathText } from './difference-list';
import styles from './content-editor.module.css';
import frame from '@/components/admin/documents/editor-frame.module.css';

interface Props {
  part: string;
  node: FormNode;
  value: JsonValue | undefined;
  missing: readonly Path[];
  errors: Readonly<Record<string, string>>;
  form: FormLabels;
  onChange: (value: JsonValue) => void;
}

export function ContentPart({ part, node, value, missing, errors, form, onChange }: Props) {
  const t = useTranslations('admin');
  const name = labelOf(part, form);
  const lang = isLanguage(part) ? part : undefined;
  const hasErrors = Object.keys(errors).some((field) => field === part || field.startsWith(`${part}.`));
  return (
    <Card as="section" className={classNames(styles.part, value === undefined && styles.absent)} aria-label={name}>
      {lang && (
        <h2>
          {name} {hasErrors && <Badge tone="danger">!</Badge>}{' '}
          {value === undefined && <Badge tone="notice">{t('content_missing_file')}</Badge>}
        </h2>
      )}
      {value === undefined ? (
        <div>
          <Button variant="secondary" icon="plus" onClick={() => onChange(blankValue(node))}>
            {t('write_language')}
          </Button>
        </div>
      ) : (
        <>
          {lang && <MissingTexts paths={missing} part={part} form={form} />}
          <SchemaForm
            node={node}
            label={name}
            value={value}
            errors={errors}
            labels={form}
            at={[part]}
            {...(lang && { lang })}
            onChange={onChange}
          />
        </>
      )}
    </Card>
  );
}

export function MissingTexts({
  paths,
  part,
  at = [part],
  form,
}: {
  paths: readonly Path[];
  part: string;
  at?: Path;
  form: FormLabels;
}) {
  const t = useTranslations('admin');
  if (paths.length === 0) return <p className={frame.unsaved}>{t('content_nothing_missing')}</p>;
  return (
    <details className={styles.missing}>
      <summary>
        <Badge tone="notice">{`${t('content_missing')}: ${paths.length}`}</Badge>
      </summary>
      <ul>
        {paths.slice(0, 50).map((path) => (
          <li key={path.join('.')}>
            <a href={`#field-${[...at, ...path].join('.')}`}>{pathText([part, ...path], form)}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

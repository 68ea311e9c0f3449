'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
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
  const name = labelOf(part, form);
  const lang = isLanguage(part) ? part : undefined;
  const hasErrors = Object.keys(errors).some((field) => field === part || field.startsWith(`${part}.`));
  return (
    <PartCard
      name={name}
      hasHeading={lang !== undefined}
      hasErrors={hasErrors}
      isMissing={value === undefined}
      onWrite={() => onChange(blankValue(node))}
    >
      {lang && <MissingTexts paths={missing} part={part} form={form} />}
      <SchemaForm
        node={node}
        label={name}
        value={value ?? null}
        errors={errors}
        labels={form}
        at={[part]}
        {...(lang && { lang })}
        onChange={onChange}
      />
    </PartCard>
  );
}

interface PartCardProps {
  name: string;
  hasHeading?: boolean;
  hasErrors: boolean;
  isMissing: boolean;
  onWrite: () => void;
  children: ReactNode;
}

export function PartCard({ name, hasHeading = true, hasErrors, isMissing, onWrite, children }: PartCardProps) {
  const t = useTranslations('admin');
  return (
    <Card as="section" className={classNames(styles.part, isMissing && styles.absent)} aria-label={name}>
      {hasHeading && (
        <h2>
          {name} {hasErrors && <Badge tone="danger">!</Badge>}{' '}
          {isMissing && <Badge tone="notice">{t('content_missing_file')}</Badge>}
        </h2>
      )}
      {isMissing ? (
        <div>
          <Button variant="secondary" icon="plus" onClick={onWrite}>
            {t('write_language')}
          </Button>
        </div>
      ) : (
        children
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

'use client';

import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Badge } from '@/components/ui/text/badge';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, type Path } from '@/lib/content/form/values';
import { isLanguage } from '@/lib/language';
import type { ContentLabels } from './content-labels';
import { pathText } from './difference-list';
import styles from './content-editor.module.css';
import frame from '@/components/admin/documents/editor-frame.module.css';

interface Props {
  part: string;
  node: FormNode;
  value: JsonValue | undefined;
  missing: readonly Path[];
  errors: Readonly<Record<string, string>>;
  labels: ContentLabels;
  onChange: (value: JsonValue) => void;
}

export function ContentPart({ part, node, value, missing, errors, labels, onChange }: Props) {
  const name = labels.parts[part] ?? part;
  const lang = isLanguage(part) ? part : undefined;
  const hasErrors = Object.keys(errors).some((field) => field === part || field.startsWith(`${part}.`));
  return (
    <Card as="section" className={classNames(styles.part, value === undefined && styles.absent)} aria-label={name}>
      {lang && (
        <h2>
          {name} {hasErrors && <Badge tone="danger">!</Badge>}{' '}
          {value === undefined && <Badge tone="notice">{labels.missing_file}</Badge>}
        </h2>
      )}
      {value === undefined ? (
        <div>
          <Button variant="secondary" icon="plus" onClick={() => onChange(blankValue(node))}>
            {labels.write}
          </Button>
        </div>
      ) : (
        <>
          {lang && <MissingTexts paths={missing} part={part} labels={labels} />}
          <SchemaForm
            node={node}
            label={name}
            value={value}
            errors={errors}
            labels={labels.form}
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
  labels,
}: {
  paths: readonly Path[];
  part: string;
  at?: Path;
  labels: ContentLabels;
}) {
  if (paths.length === 0) return <p className={frame.unsaved}>{labels.nothing_missing}</p>;
  return (
    <details className={styles.missing}>
      <summary>
        <Badge tone="notice">{`${labels.missing}: ${paths.length}`}</Badge>
      </summary>
      <ul>
        {paths.slice(0, 50).map((path) => (
          <li key={path.join('.')}>
            <a href={`#field-${[...at, ...path].join('.')}`}>{pathText([part, ...path], labels)}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import type { Difference } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import styles from './difference-list.module.css';

type FieldLabels = Pick<FormLabels, 'labels' | 'yes' | 'no'>;

export interface DifferenceLabels {
  form: FieldLabels;
  parts: Record<string, string>;
  before: string;
  after: string;
  absent: string;
}

export function DifferenceList({
  differences,
  labels,
}: {
  differences: readonly Difference[];
  labels: DifferenceLabels;
}) {
  return (
    <dl className={styles.list}>
      {differences.map(({ path, ...values }) => {
        const { before, after } = differenceTexts(values, labels);
        return (
          <div key={path.join('.')} className={styles.row}>
            <dt>{pathText(path, labels)}</dt>
            <dd>
              <VisuallyHidden>{labels.before} </VisuallyHidden>
              <del dir="auto" tabIndex={0}>
                {before}
              </del>
            </dd>
            <dd>
              <VisuallyHidden>{labels.after} </VisuallyHidden>
              <ins dir="auto" tabIndex={0}>
                {after}
              </ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function differenceTexts(
  { before, after }: Omit<Difference, 'path'>,
  { form, absent }: DifferenceLabels,
): { before: string; after: string } {
  const texts = {
    before: before === undefined ? absent : formatText(before, form),
    after: after === undefined ? absent : formatText(after, form),
  };
  const words = { before: splitWords(texts.before), after: splitWords(texts.after) };
  return words.before === words.after ? texts : words;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const splitWords = (text: string): string =>
  text.startsWith('<')
    ? text
        .replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
        .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text;

export function pathText(
  path: readonly (string | number)[],
  { form, parts }: Pick<DifferenceLabels, 'form' | 'parts'>,
): string {
  const [part, ...rest] = path;
  return [
    parts[String(part)] ?? labelOf(String(part), form),
    ...rest.map((each) => (/^\d+$/.test(String(each)) ? String(Number(each) + 1) : labelOf(String(each), form))),
  ].join(' · ');
}

function formatText(value: JsonValue, form: FieldLabels): string {
  if (Array.isArray(value)) return value.map((each) => formatText(each, form)).join(' — ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((each) => formatText(each, form))
      .join(' · ');
  if (typeof value === 'boolean') return value ? form.yes : form.no;
  return value === null ? '' : (form.labels[String(value)] ?? String(value));
}

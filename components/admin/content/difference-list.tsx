import { useTranslations } from 'next-intl';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import type { Difference } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import type { Path } from '@/lib/content/form/values';
import styles from './difference-list.module.css';

export type FieldNames = Pick<FormLabels, 'labels' | 'yes' | 'no'>;

interface DifferenceListProps {
  differences: readonly Difference[];
  names: FieldNames;
  before?: string;
  after?: string;
}

export function DifferenceList({ differences, names, before, after }: DifferenceListProps) {
  const t = useTranslations('admin');
  return (
    <dl className={styles.list}>
      {differences.map(({ path, ...values }) => {
        const texts = differenceTexts(values, names, t('content_absent'));
        return (
          <div key={path.join('.')} className={styles.row}>
            <dt>{pathText(path, names)}</dt>
            <dd>
              <VisuallyHidden>{before ?? t('content_before')} </VisuallyHidden>
              <del dir="auto" tabIndex={0}>
                {texts.before}
              </del>
            </dd>
            <dd>
              <VisuallyHidden>{after ?? t('content_after')} </VisuallyHidden>
              <ins dir="auto" tabIndex={0}>
                {texts.after}
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
  names: FieldNames,
  absent: string,
): { before: string; after: string } {
  const texts = {
    before: before === undefined ? absent : formatText(before, names),
    after: after === undefined ? absent : formatText(after, names),
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

export const pathText = (path: Path, names: Pick<FormLabels, 'labels'>): string =>
  path
    .map((each) => (/^\d+$/.test(String(each)) ? String(Number(each) + 1) : labelOf(String(each), names)))
    .join(' · ');

function formatText(value: JsonValue, names: FieldNames): string {
  if (Array.isArray(value)) return value.map((each) => formatText(each, names)).join(' — ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((each) => formatText(each, names))
      .join(' · ');
  if (typeof value === 'boolean') return value ? names.yes : names.no;
  return value === null ? '' : (names.labels[String(value)] ?? String(value));
}

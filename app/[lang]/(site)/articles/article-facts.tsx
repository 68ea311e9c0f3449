import { getTranslations } from 'next-intl/server';
import type { ArticleSummary } from '@/lib/blog/schema';
import { cairoDayOf } from '@/lib/clock';
import { formatDate } from '@/lib/i18n/format-date';
import { Badge } from '../../_ui/text/badge';
import styles from './articles.module.css';

interface Props { article: Pick<ArticleSummary, 'category' | 'author' | 'views' | 'publishedAt' | 'readingMinutes'>; /** Date and length alone. */ short?: boolean }

/** Category, author, date as dd-MM-yyyy, how long it takes, and how often it was read. */
export async function ArticleFacts({ article, short }: Props) {
  const t = await getTranslations('articles');
  return (
    <p className={styles.facts}>
      {!short && <Badge tone="accent">{article.category}</Badge>}
      {!short && article.author && <span>{t.rich('by', { name: article.author, bdi: (text) => <bdi>{text}</bdi> })}</span>}
      <time dateTime={cairoDayOf(article.publishedAt)}><bdi>{formatDate(article.publishedAt)}</bdi></time>
      <span>{t('reading_time', { minutes: article.readingMinutes })}</span>
      {!short && <span>{t('views', { count: article.views })}</span>}
    </p>
  );
}

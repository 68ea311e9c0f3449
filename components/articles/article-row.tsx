import { getTranslations } from 'next-intl/server';
import { loadingOf, SharedPicture } from '@/components/layout/picture';
import { classNames } from '@/components/ui/class-names';
import { Icon, Khatam } from '@/components/ui/icon';
import { CoveringLink } from '@/components/ui/navigation/covering-link';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import type { ArticleSummary } from '@/lib/articles/articles';
import { cairoDayOf } from '@/lib/clock';
import { formatDate } from '@/lib/i18n/formats';
import { truncate } from '@/lib/text';
import styles from './articles.module.css';

const previewLetters = 180;

export function truncatePreview(text: string): string {
  const cut = truncate(text, previewLetters);
  return cut === text ? text : `${cut}…`;
}

interface Props {
  article: ArticleSummary;
  lang: string;
  reversed: boolean;
  first: boolean;
}

export function ArticleRow({ article, lang, reversed, first }: Props) {
  return (
    <li className={classNames(styles.row, reversed && styles.reversed)}>
      <ArticlePicture src={article.imageUrl} id={article.blogId} first={first} />
      <div className={styles.text}>
        <ArticleFacts article={article} />
        <h2 className={styles.title}>
          <CoveringLink href={`/${lang}/articles/${encodeURIComponent(article.blogId)}`}>{article.title}</CoveringLink>
        </h2>
        <p className={styles.description}>{truncatePreview(article.description)}</p>
      </div>
    </li>
  );
}

interface ArticleFactsProps {
  article: Pick<ArticleSummary, 'category' | 'author' | 'views' | 'publishedAt' | 'readingMinutes'>;
  short?: boolean;
}

export async function ArticleFacts({ article, short }: ArticleFactsProps) {
  const t = await getTranslations('articles');
  return (
    <p className={styles.facts}>
      {!short && <Badge tone="accent">{article.category}</Badge>}
      {!short && article.author && <span>{t.rich('by', { name: article.author, bdi })}</span>}
      <time dateTime={cairoDayOf(article.publishedAt)}>
        <bdi>{formatDate(article.publishedAt)}</bdi>
      </time>
      <span>{t('reading_time', { minutes: article.readingMinutes })}</span>
      {!short && <span>{t('views', { count: article.views })}</span>}
    </p>
  );
}

interface ArticlePictureProps {
  src: string | null;
  id: string;
  first?: boolean;
}

export async function ArticlePicture({ src, id, first }: ArticlePictureProps) {
  if (src)
    return (
      <SharedPicture
        transitionName={`article-${id}`}
        className={styles.picture}
        src={src}
        alt=""
        width={800}
        height={450}
        {...loadingOf(first)}
      />
    );
  const t = await getTranslations();
  return (
    <div className={styles.placeholder}>
      <Khatam className={styles.khatam} />
      <span>
        <Icon name="picture-off" />
        {t('no_image')}
      </span>
    </div>
  );
}

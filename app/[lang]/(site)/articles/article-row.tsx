import type { ArticleSummary } from '@/lib/blog/schema';
import { truncate } from '@/lib/truncate';
import { classNames } from '../../_ui/class-names';
import { CoveringLink } from '../../_ui/navigation/covering-link';
import { ArticleFacts } from './article-facts';
import { ArticlePicture } from './article-picture';
import styles from './articles.module.css';

const previewLetters = 180;

/** Cut to 180 characters plus an ellipsis (row C11). */
export function cutText(text: string): string {
  const cut = truncate(text, previewLetters);
  return cut === text ? text : `${cut}…`;
}

interface Props { article: ArticleSummary; lang: string; reversed: boolean; first: boolean }

/** Rows alternate the side of their picture (row C11). */
export function ArticleRow({ article, lang, reversed, first }: Props) {
  return (
    <li className={classNames(styles.row, reversed && styles.reversed)}>
      <ArticlePicture src={article.imageUrl} id={article.blogId} first={first} />
      <div className={styles.text}>
        <ArticleFacts article={article} />
        <h2 className={styles.title}><CoveringLink href={`/${lang}/articles/${encodeURIComponent(article.blogId)}`}>{article.title}</CoveringLink></h2>
        <p className={styles.description}>{cutText(article.description)}</p>
      </div>
    </li>
  );
}

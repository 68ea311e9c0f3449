import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { LessonTime } from '@/components/course/lesson-time';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Pagination } from '@/components/ui/navigation/pagination';
import { bdi } from '@/components/ui/text/bdi';
import { positionText } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import type { SearchGroup } from '@/lib/search/search';
import { maxCounted, type SearchResult, type TextPart } from '@/lib/search/search-request';
import styles from './search.module.css';

interface Props {
  group: SearchGroup;
  lang: Language;
  q: string;
  isAlone: boolean;
}

export async function ResultGroup({ group: { kind, total, page, pageSize, results }, lang, q, isAlone }: Props) {
  const t = await getTranslations('search');
  const pageUrl = (number: number) =>
    `/${lang}/search?${new URLSearchParams({ q, kind, ...(number > 1 && { page: String(number) }) })}`;
  const pages = Math.ceil(total / pageSize);
  return (
    <section aria-labelledby={`found-${kind}`} className={styles.group}>
      <header className={styles.head}>
        <h2 id={`found-${kind}`}>{t(`kind_${kind}`)}</h2>
        <span className={styles.count}>
          {total < maxCounted ? t('count', { count: total }) : t('count_many', { count: maxCounted })}
        </span>
      </header>
      <ol className={styles.results}>
        {results.map((result) => (
          <Result
            key={result.url + result.title.map(({ text }) => text).join('')}
            result={result}
            isLesson={kind === 'lesson'}
          />
        ))}
      </ol>
      {isAlone ? (
        <Pagination
          label={t('pages_label')}
          position={t('page_position', { page, pages })}
          previous={page > 1 ? { href: pageUrl(page - 1), label: t('previous') } : undefined}
          next={page < pages ? { href: pageUrl(page + 1), label: t('next') } : undefined}
        />
      ) : (
        total > pageSize && (
          <div>
            <ButtonLink variant="secondary" size="small" prefetch={false} href={pageUrl(1)} iconEnd="arrow">
              {t(`all_${kind}`)}
            </ButtonLink>
          </div>
        )
      )}
    </section>
  );
}

async function Result({
  result: { title, url, course, isOpen, snippets },
  isLesson,
}: {
  result: SearchResult;
  isLesson: boolean;
}) {
  const t = await getTranslations('search');
  return (
    <li className={styles.result}>
      <h3 dir="auto">
        <Link href={url} prefetch={false}>
          <HighlightedText parts={title} />
        </Link>
      </h3>
      {course && <p className={styles.course}>{t.rich('in_course', { course: course.title, bdi })}</p>}
      {snippets.map(({ parts, second, url: lineUrl }, index) => (
        <p key={index} className={styles.snippet}>
          {second !== null &&
            (lineUrl ? (
              <LessonTime href={lineUrl} clock={positionText(second)} label={t('at', { time: positionText(second) })} />
            ) : (
              <span className={styles.time}>
                <Icon name="clock" size={16} />
                <bdi>{isOpen ? positionText(second) : t('said_at', { time: positionText(second) })}</bdi>
              </span>
            ))}
          {parts.length > 0 && (
            <span dir="auto">
              <HighlightedText parts={parts} />
            </span>
          )}
        </p>
      ))}
      {isLesson && !isOpen && (
        <p className={styles.closed}>
          <Icon name="lock" size={16} />
          {t('closed')}
        </p>
      )}
    </li>
  );
}

const HighlightedText = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));

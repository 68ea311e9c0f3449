import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { LessonTime } from '@/components/course/lesson-time';
import { Field, TextArea } from '@/components/form/field';
import { Card } from '@/components/layout/card';
import { Disclosure } from '@/components/layout/disclosure';
import { Heading } from '@/components/layout/section';
import { Button, FileLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { Pagination } from '@/components/ui/navigation/pagination';
import { bdi } from '@/components/ui/text/bdi';
import { CodeText } from '@/components/ui/text/code-text';
import { positionText } from '@/lib/i18n/formats';
import { type ListedNote, listNotes, maxNoteLength, noteQuerySchema } from '@/lib/lessons/notes';
import type { ProfileSectionProps } from './profile-shell';
import styles from './my-notes.module.css';
import sectionStyles from './section.module.css';

type Translator = Awaited<ReturnType<typeof getTranslations>>;

const noticeOf: ReadonlyMap<string, string> = new Map([
  ['note-saved', 'saved'],
  ['note-removed', 'removed'],
]);

export async function MyNotes({ actor, state: { lang, query, error, errors, typed } }: ProfileSectionProps) {
  const t = await getTranslations({ locale: lang, namespace: 'notes' });
  const noteQuery = noteQuerySchema.safeParse({ q: query.q, page: query.page }).data ?? { q: '', page: 1 };
  const { rows, page, hasNext } = await listNotes({ actor, userId: actor.userId, lang, ...noteQuery });
  const notesUrl = (to: number, more: Record<string, string> = {}) =>
    `/${lang}/profile/notes?${new URLSearchParams({ ...(noteQuery.q ? { q: noteQuery.q } : {}), page: String(to), ...more })}`;
  const base = `/api/user/${actor.userId}/notes`;
  const notice = noticeOf.get(query.notice ?? '');
  const pageLink = (to: number, label: string) => ({ href: notesUrl(to), label });
  return (
    <div className={sectionStyles.stack}>
      <Heading level={1} title={t('title')}>
        {t('intro')}
      </Heading>
      {notice && (
        <Notice tone="success" alert>
          {t(notice)}
        </Notice>
      )}
      {error && (
        <Notice tone="danger" alert>
          {errors.text ?? error}
        </Notice>
      )}
      <div className={styles.tools}>
        <form role="search" method="get" action={`/${lang}/profile/notes`} className={styles.search}>
          <Field type="search" name="q" label={t('search')} defaultValue={noteQuery.q} maxLength={200} dir="auto" />
          <Button type="submit" variant="secondary" icon="search">
            {t('search_submit')}
          </Button>
        </form>
        <FileLink variant="quiet" href={`${base}.md?lang=${lang}`}>
          {t('export')}
        </FileLink>
      </div>
      {rows.length === 0 &&
        (noteQuery.q ? (
          <EmptyState
            icon="search"
            title={t.rich('no_results', { q: noteQuery.q, bdi })}
            action={
              <Link href={`/${lang}/profile/notes`} prefetch={false}>
                {t('clear')}
              </Link>
            }
          />
        ) : (
          <EmptyState icon="pencil" title={t('none')}>
            {t('none_help')}
          </EmptyState>
        ))}
      {rows.map((note) => (
        <NoteCard
          key={note.id}
          note={note}
          action={`${base}/${note.id}`}
          t={t}
          typed={typed.note === note.id ? typed.text : undefined}
          saved={notesUrl(page, { notice: 'note-saved' })}
          removed={notesUrl(page, { notice: 'note-removed' })}
        />
      ))}
      <Pagination
        label={t('pages')}
        previous={page > 1 ? pageLink(page - 1, t('newer')) : undefined}
        next={hasNext ? pageLink(page + 1, t('older')) : undefined}
      />
    </div>
  );
}

interface NoteCardProps {
  note: ListedNote;
  action: string;
  t: Translator;
  typed: string | undefined;
  saved: string;
  removed: string;
}

function NoteCard({ note, action, t, typed, saved, removed }: NoteCardProps) {
  const clock = positionText(note.positionSeconds);
  return (
    <Card as="article" className={styles.note}>
      <h2 className={styles.where}>
        <bdi>{note.courseTitle}</bdi> · <bdi>{note.lessonName}</bdi>
      </h2>
      <p className={styles.text} dir="auto">
        <CodeText>{note.text}</CodeText>
      </p>
      <div className={styles.foot}>
        <LessonTime href={note.url} clock={clock} label={t('go_to', { time: clock })} />
        <Disclosure summary={t('edit')} className={styles.edit} open={typed !== undefined}>
          <form method="post" action={action}>
            <input type="hidden" name="next" value={saved} />
            <input type="hidden" name="note" value={note.id} />
            <TextArea
              id={`note-${note.id}`}
              name="text"
              label={t('text')}
              defaultValue={typed ?? note.text}
              maxLength={maxNoteLength}
              required
              dir="auto"
            />
            <Button type="submit" size="small">
              {t('save')}
            </Button>
          </form>
          <form method="post" action={`${action}/remove`}>
            <input type="hidden" name="next" value={removed} />
            <Button type="submit" variant="quiet" size="small" icon="trash">
              {t('remove')}
            </Button>
          </form>
        </Disclosure>
      </div>
    </Card>
  );
}

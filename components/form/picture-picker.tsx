'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchWithSession } from '@/components/session/session-fetch';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { Field } from './field';
import styles from './picture.module.css';
import tiles from './picture-tiles.module.css';

export interface LibraryPicture {
  id: string;
  name: string;
  alt: Record<string, string>;
  width: number;
  height: number;
  focusX: number;
  focusY: number;
  status: string;
  address: string | null;
  thumbnail: string | null;
  usable: boolean;
}

export type PickerLabels = Record<
  | 'choose'
  | 'insert'
  | 'title'
  | 'search'
  | 'submit'
  | 'none'
  | 'failed'
  | 'retry'
  | 'without_alt'
  | 'not_ready'
  | 'library'
  | 'more'
  | 'close',
  string
>;

interface PickerProps {
  label: string;
  labels: PickerLabels;
  onChoose: (picture: LibraryPicture) => void;
}

const pageLanguage = (): Language =>
  isLanguage(document.documentElement.lang) ? document.documentElement.lang : defaultLanguage;

async function fetchPictures(
  query: string,
  page: number,
): Promise<{ pictures: LibraryPicture[]; hasNext: boolean } | null> {
  try {
    const answer = await fetchWithSession(
      `/api/admin/pictures?${new URLSearchParams({ q: query, page: String(page) })}`,
    );
    if (!answer.ok) return null;
    const pictures = ((await answer.json()) as LibraryPicture[]).filter(({ status }) => status !== 'failed');
    return { pictures, hasNext: answer.headers.get('link')?.includes('rel="next"') ?? false };
  } catch {
    return null;
  }
}

export function PicturePicker({ label, labels, onChoose }: PickerProps) {
  const [open, setOpen] = useState(false);
  const choose = (picture: LibraryPicture) => {
    setOpen(false);
    onChoose(picture);
  };
  return (
    <>
      <Button variant="secondary" size="small" icon="picture" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={labels.title} closeLabel={labels.close}>
        {open && <Library labels={labels} onChoose={choose} />}
      </Dialog>
    </>
  );
}

function Library({ labels, onChoose }: Omit<PickerProps, 'label'>) {
  const [query, setQuery] = useState('');
  const { pictures, hasNext, state, search, more } = useLibrary();
  return (
    <div className={styles.library}>
      <div className={styles.search} role="search">
        <Field
          name="picture-search"
          type="search"
          label={labels.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Do not submit the surrounding form.
            event.preventDefault();
            search(query);
          }}
        />
        <Button variant="secondary" icon="search" onClick={() => search(query)}>
          {labels.submit}
        </Button>
      </div>
      {state === 'failed' && (
        <Notice
          tone="danger"
          alert
          actions={
            <Button size="small" variant="secondary" onClick={() => search(query)}>
              {labels.retry}
            </Button>
          }
        >
          {labels.failed}
        </Notice>
      )}
      {state === 'shown' && pictures.length === 0 && <p role="status">{labels.none}</p>}
      <ul className={tiles.tiles}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <Choice picture={picture} labels={labels} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {hasNext && (
        <Button variant="quiet" busy={state === 'asking'} onClick={more}>
          {labels.more}
        </Button>
      )}
      <a href={`/${pageLanguage()}/admin/media`} target="_blank" rel="noopener">
        {labels.library}
      </a>
    </div>
  );
}

const nothing = { pictures: [] as LibraryPicture[], hasNext: false, page: 0, query: '' };

function useLibrary() {
  const [found, setFound] = useState(nothing);
  const [state, setState] = useState<'shown' | 'failed' | 'asking'>('asking');
  const requestCount = useRef(0);
  const load = useCallback((query: string, page: number) => {
    const number = (requestCount.current += 1);
    void fetchPictures(query, page).then((answer) => {
      if (number !== requestCount.current) return;
      setState(answer ? 'shown' : 'failed');
      if (answer)
        setFound((before) => ({
          query,
          page,
          hasNext: answer.hasNext,
          pictures: page === 1 ? answer.pictures : [...before.pictures, ...answer.pictures],
        }));
    });
  }, []);
  useEffect(() => {
    load('', 1);
    return () => {
      requestCount.current += 1;
    };
  }, [load]);
  const startSearch = (query: string, page: number) => {
    setState('asking');
    load(query, page);
  };
  return {
    ...found,
    state,
    search: (query: string) => startSearch(query, 1),
    more: () => startSearch(found.query, found.page + 1),
  };
}

function Choice({
  picture,
  labels,
  onChoose,
}: {
  picture: LibraryPicture;
  labels: PickerLabels;
  onChoose: (picture: LibraryPicture) => void;
}) {
  const { usable, status, thumbnail, alt, name, focusX, focusY } = picture;
  const content = (
    <>
      <span className={tiles.thumb}>
        {thumbnail && (
          <img
            src={thumbnail}
            alt=""
            width={320}
            height={240}
            loading="lazy"
            style={{ objectPosition: `${focusX}% ${focusY}%` }}
          />
        )}
      </span>
      <bdi className={tiles.name}>{alt[pageLanguage()] || name}</bdi>
      {!usable && <Badge tone="notice">{status === 'ready' ? labels.without_alt : labels.not_ready}</Badge>}
    </>
  );
  if (usable)
    return (
      <button type="button" className={tiles.tile} onClick={() => onChoose(picture)}>
        {content}
      </button>
    );
  return (
    <a className={tiles.tile} href={`/${pageLanguage()}/admin/media/${picture.id}`} target="_blank" rel="noopener">
      {content}
    </a>
  );
}

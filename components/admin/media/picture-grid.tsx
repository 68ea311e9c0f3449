import Link from 'next/link';
import { RowCheckbox } from '@/components/admin/list/bulk-list';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import { Spinner } from '@/components/ui/feedback/spinner';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import type { Language } from '@/lib/language';
import type { AdminPicture } from '@/lib/pictures/admin/pictures';
import styles from './media.module.css';
import tiles from '@/components/form/picture-tiles.module.css';

export function PictureState({ picture: { status, error, usable }, t }: { picture: AdminPicture; t: AdminTexts }) {
  if (status === 'waiting') return <Badge tone="accent">{t('picture_waiting')}</Badge>;
  if (status === 'failed')
    return <Badge tone="danger">{t(error === 'removal' ? 'picture_not_removed' : 'picture_failed')}</Badge>;
  return usable ? (
    <Badge tone="success">{t('picture_ready')}</Badge>
  ) : (
    <Badge tone="notice">{t('picture_alt_missing')}</Badge>
  );
}

export function PictureGrid({
  pictures,
  lang,
  t,
}: {
  pictures: readonly AdminPicture[];
  lang: Language;
  t: AdminTexts;
}) {
  return (
    <ul className={tiles.tiles}>
      {pictures.map((picture) => (
        <li key={picture.id} className={styles.entry}>
          <span className={styles.choose}>
            <RowCheckbox id={picture.id} label={t('bulk_choose', { name: picture.alt[lang] || picture.name })} />
          </span>
          <Link href={`/${lang}/admin/media/${picture.id}`} className={tiles.tile} prefetch={false}>
            <span className={tiles.thumb}>
              {picture.thumbnail && (
                <img
                  src={picture.thumbnail}
                  alt=""
                  width={320}
                  height={240}
                  loading="lazy"
                  decoding="async"
                  style={{ objectPosition: `${picture.focusX}% ${picture.focusY}%` }}
                />
              )}
              {picture.status === 'waiting' && <Spinner size={28} />}
              {picture.status === 'failed' && <Icon name="alert" size={28} />}
            </span>
            <span className={tiles.name}>
              <bdi>{picture.alt[lang] || picture.name}</bdi>
            </span>
            <PictureState picture={picture} t={t} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

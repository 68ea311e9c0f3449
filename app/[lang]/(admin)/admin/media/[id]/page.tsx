import Link from 'next/link';
import { requirePicture, type AdminPicture } from '@/lib/admin/media/pictures';
import type { PictureUse } from '@/lib/admin/media/picture-uses';
import { inEachLanguage, languageName } from '@/lib/language';
import { pictureAddress, widthsOf } from '@/lib/media/picture-address';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import { Badge } from '../../../../_ui/text/badge';
import { formLabels } from '../../../../_forms/generated-labels';
import { conflictLabels } from '../../_parts/conflict/conflict-labels';
import { saveLabels } from '../../_parts/call/client-labels';
import { refusedForm, type RefusedForm } from '../../_parts/call/refused-form';
import { adminMetadata, adminPage, textIn, type AdminContext, type Query } from '../../_parts/page/admin-page';
import { Columns } from '../../_parts/page/columns';
import { Facts } from '../../_parts/page/facts';
import { timeText } from '../../_parts/page/format';
import { PageHead } from '../../_parts/page/page-head';
import styles from '../media.module.css';
import { PictureState } from '../picture-grid';
import { WatchPictures } from '../watch-pictures';
import { PictureForm, type TypedPicture } from './picture-form';
import { RemovePicture } from './remove-picture';

interface Props { params: Promise<{ lang: string; id: string }>; searchParams: Promise<Query> }
type Shown = AdminPicture & { uses: PictureUse[] };

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_media');

/** Row N7: one picture, its texts, where it is used. */
export default async function PicturePage({ params, searchParams }: Props) {
  const { id } = await params;
  const asked = textIn(await searchParams);
  return adminPage(params, `/media/${id}`, async (context) => {
    const { actor, lang, t } = context;
    const picture = await requirePicture(actor, id);
    const refused = asked.error ? await refusedForm(asked.error, lang) : null;
    const { yes, no } = await formLabels(lang);
    const typed = refused && typedPicture(refused.textAt);
    return (
      <>
        <PageHead back={{ href: `/${lang}/admin/media`, label: t('section_media') }} title={<bdi>{picture.name}</bdi>} intro={t('media_intro_one')} />
        {asked.saved && !refused && <Notice tone="success">{t('picture_saved')}</Notice>}
        {refused && !typed && <Notice tone="danger" alert>{refused.outcome.title || t('failed')}</Notice>}
        {picture.error && <Notice tone={picture.status === 'failed' ? 'danger' : 'notice'}>{t(`picture_error_${picture.error.replaceAll('-', '_')}`)}</Notice>}
        <Columns>
          {picture.status === 'ready' && (
            <PictureForm
              key={id} lang={lang} typed={typed} refused={typed && refused.outcome}
              picture={{ id, width: picture.width, height: picture.height, src: pictureAddress(id, widthsOf(picture.width).filter((width) => width <= 960).at(-1) ?? picture.width), alt: picture.alt, focusX: picture.focusX, focusY: picture.focusY, updatedAt: picture.updatedAt.toISOString() }}
              conflict={conflictLabels(t, { lang, yes, no }, { alt: t('picture_texts'), focusX: t('picture_focus_x'), focusY: t('picture_focus_y') })}
              labels={{
                ...saveLabels(t), saved: t('picture_saved'), texts: t('picture_texts'), alt: inEachLanguage((each) => t('picture_alt_in', { language: languageName(each, lang) })),
                focus: t('picture_focus'), focus_help: t('picture_focus_help'), focus_x: t('picture_focus_x'), focus_y: t('picture_focus_y'),
              }}
            />
          )}
          <PictureFacts {...context} picture={picture} />
        </Columns>
        <WatchPictures waiting={picture.status === 'waiting'} />
      </>
    );
  });
}

/** Null when it was another form of the page, or too long to be kept. */
const typedPicture = (textAt: RefusedForm['textAt']): TypedPicture | null =>
  textAt('updatedAt') ? { alt: inEachLanguage((lang) => textAt('alt', lang)), focusX: textAt('focusX'), focusY: textAt('focusY') } : null;

function PictureFacts({ lang, t, picture }: AdminContext & { picture: Shown }) {
  return (
    <Card as="section">
      <Facts facts={[
        [t('status'), <PictureState key="state" picture={picture} t={t} />], [t('picture_size'), <bdi key="size" dir="ltr">{picture.width} × {picture.height}</bdi>],
        [t('picture_format'), <bdi key="format">{picture.format.toUpperCase()}</bdi>], [t('picture_added'), timeText(picture.createdAt, lang)],
        [t('picture_address'), picture.address && <bdi key="address" className={styles.address} dir="ltr">{picture.address}</bdi>],
      ]} />
      <h2>{t('picture_uses')}</h2>
      <p>{t(picture.uses.length > 0 ? 'picture_used' : 'picture_unused')}</p>
      {picture.uses.length > 0 && <ul className={styles.uses}>{picture.uses.map((use, at) => <li key={at}><Use use={use} lang={lang} t={t} /></li>)}</ul>}
      {picture.uses.length === 0 && (
        <RemovePicture id={picture.id} folder={`/${lang}/admin/media`} labels={{ remove: t('picture_remove'), sure: t('picture_remove_sure'), failed: t('failed_call'), unreachable: t('unreachable_call') }} />
      )}
    </Card>
  );
}

const folderOf = { article: 'articles', draft: 'articles', newsletter: 'newsletters', course: 'courses' } as const;

function Use({ use: { kind, id, titles }, lang, t }: { use: PictureUse } & Pick<AdminContext, 'lang' | 't'>) {
  const title = titles[lang] ?? Object.values(titles)[0] ?? id;
  return (
    <>
      <Badge>{t(`picture_use_${kind}`)}</Badge>{' '}
      {kind === 'content' ? <bdi dir="ltr">{id}</bdi> : id === '' ? <bdi>{title}</bdi> : <Link href={`/${lang}/admin/${folderOf[kind]}/${id}`} prefetch={false}><bdi>{title}</bdi></Link>}
    </>
  );
}

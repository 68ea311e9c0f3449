import Link from 'next/link';
import { readRefusedForm, type RefusedForm } from '@/components/admin/call/refused-form';
import { type PictureFields, PictureForm, RemovePicture } from '@/components/admin/media/picture-form';
import { PictureState } from '@/components/admin/media/picture-grid';
import { WatchPictures } from '@/components/admin/media/picture-upload';
import {
  type AdminContext,
  createAdminMetadata,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { Columns, Facts, PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { messageKey } from '@/lib/i18n/message-key';
import { inEachLanguage, languageNames } from '@/lib/language';
import { type AdminPicture, type PictureUse, requirePicture } from '@/lib/pictures/admin/pictures';
import { pictureUrl, widthsOf } from '@/lib/pictures/picture-url';
import styles from '@/components/admin/media/media.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
  searchParams: Promise<Query>;
}
type PictureWithUses = AdminPicture & { uses: PictureUse[] };

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_media');

export default async function PicturePage({ params, searchParams }: Props) {
  const { id } = await params;
  const queryValues = queryTexts(await searchParams);
  return renderAdminPage(params, `/media/${id}`, async (context) => {
    const { actor, lang, t } = context;
    const picture = await requirePicture(actor, id);
    const refused = queryValues.error ? await readRefusedForm(queryValues.error, lang) : null;
    const { yes, no } = await readFormLabels(lang);
    const typed = refused && typedPicture(refused.textAt);
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/media`, label: t('section_media') }}
          title={<bdi>{picture.name}</bdi>}
          intro={t('media_intro_one')}
        />
        {queryValues.saved && !refused && <Notice tone="success">{t('picture_saved')}</Notice>}
        {refused && !typed && (
          <Notice tone="danger" alert>
            {refused.outcome.title || t('failed')}
          </Notice>
        )}
        {picture.error && (
          <Notice tone={picture.status === 'failed' ? 'danger' : 'notice'}>
            {t(`picture_error_${messageKey(picture.error)}`)}
          </Notice>
        )}
        <Columns>
          {picture.status === 'ready' && (
            <PictureForm
              key={id}
              lang={lang}
              userId={actor.userId}
              typed={typed}
              initialOutcome={typed && refused.outcome}
              picture={{
                id,
                width: picture.width,
                height: picture.height,
                src: pictureUrl(
                  id,
                  widthsOf(picture.width)
                    .filter((width) => width <= 960)
                    .at(-1) ?? picture.width,
                ),
                alt: picture.alt,
                focusX: picture.focusX,
                focusY: picture.focusY,
                updatedAt: picture.updatedAt.toISOString(),
              }}
              names={{
                yes,
                no,
                labels: {
                  ...languageNames(lang),
                  alt: t('picture_texts'),
                  focusX: t('picture_focus_x'),
                  focusY: t('picture_focus_y'),
                },
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

/** Returns the values of a refused picture form, or null if another form was refused or the values were not kept. */
const typedPicture = (textAt: RefusedForm['textAt']): PictureFields | null =>
  textAt('updatedAt')
    ? { alt: inEachLanguage((lang) => textAt('alt', lang)), focusX: textAt('focusX'), focusY: textAt('focusY') }
    : null;

function PictureFacts({ lang, t, picture }: AdminContext & { picture: PictureWithUses }) {
  return (
    <Card as="section">
      <Facts
        facts={[
          [t('status'), <PictureState key="state" picture={picture} t={t} />],
          [
            t('picture_size'),
            <bdi key="size" dir="ltr">
              {picture.width} × {picture.height}
            </bdi>,
          ],
          [t('picture_format'), <bdi key="format">{picture.format.toUpperCase()}</bdi>],
          [t('picture_added'), timeText(picture.createdAt, lang)],
          [
            t('picture_address'),
            picture.address && (
              <bdi key="address" className={styles.address} dir="ltr">
                {picture.address}
              </bdi>
            ),
          ],
        ]}
      />
      <h2>{t('picture_uses')}</h2>
      <p>{t(picture.uses.length > 0 ? 'picture_used' : 'picture_unused')}</p>
      {picture.uses.length > 0 && (
        <ul className={styles.uses}>
          {picture.uses.map((use, index) => (
            <li key={index}>
              <Use use={use} lang={lang} t={t} />
            </li>
          ))}
        </ul>
      )}
      {picture.uses.length === 0 && <RemovePicture id={picture.id} folder={`/${lang}/admin/media`} />}
    </Card>
  );
}

const folderOf = { article: 'articles', draft: 'articles', newsletter: 'newsletters', course: 'courses' } as const;

function Use({ use: { kind, id, titles }, lang, t }: { use: PictureUse } & Pick<AdminContext, 'lang' | 't'>) {
  const title = titles[lang] ?? Object.values(titles)[0] ?? id;
  return (
    <>
      <Badge>{t(`picture_use_${kind}`)}</Badge>{' '}
      {kind === 'content' ? (
        <bdi dir="ltr">{id}</bdi>
      ) : id === '' ? (
        <bdi>{title}</bdi>
      ) : (
        <Link href={`/${lang}/admin/${folderOf[kind]}/${id}`} prefetch={false}>
          <bdi>{title}</bdi>
        </Link>
      )}
    </>
  );
}

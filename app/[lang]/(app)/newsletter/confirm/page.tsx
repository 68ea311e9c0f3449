import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { Button, ButtonLink } from '@/components/ui/button';
import { now } from '@/lib/clock';
import { readLang } from '@/lib/language';
import { isOpenRequest } from '@/lib/newsletter/subscription';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'newsletter' });
  return { title: t('confirm_title'), robots: { index: false, follow: false } };
}

/** Row N9: confirms only on a click, because mail scanners open links. */
export default async function ConfirmPage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  const home = await getTranslations({ locale: lang, namespace: 'home' });
  const token = query.token ?? '';
  const isDone = query.done === '1';
  const isOpen = !isDone && token.length > 0 && token.length <= 100 && (await isOpenRequest(token, now()));
  return (
    <AccountFrame
      title={t(isDone ? 'confirmed_title' : 'confirm_title')}
      intro={isDone ? t('confirmed_text') : isOpen && t('consent')}
      note={t('note')}
      notices={[isDone || isOpen ? null : { tone: 'notice', text: t('link_over') }]}
    >
      {isOpen && (
        <form method="post" action="/api/newsletter/confirm">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="large" wide>
            {t('confirm')}
          </Button>
        </form>
      )}
      {isDone && (
        <div>
          <ButtonLink href={`/${lang}/articles`} variant="secondary">
            {home('articles_all')}
          </ButtonLink>
        </div>
      )}
      {!isDone && !isOpen && (
        <div>
          <ButtonLink href={`/${lang}/newsletter`} variant="secondary" prefetch={false}>
            {t('again')}
          </ButtonLink>
        </div>
      )}
    </AccountFrame>
  );
}

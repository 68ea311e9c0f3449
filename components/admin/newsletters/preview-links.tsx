import { useTranslations } from 'next-intl';
import { FormActions } from '@/components/form/form';
import { ButtonLink } from '@/components/ui/button';

export function PreviewLinks({ id }: { id: string }) {
  const t = useTranslations('admin');
  const address = `/api/admin/newsletters/${id}/preview`;
  return (
    <FormActions>
      <ButtonLink variant="quiet" size="small" icon="external" href={address} target="_blank" prefetch={false}>
        {t('newsletter_preview_html')}
      </ButtonLink>
      <ButtonLink
        variant="quiet"
        size="small"
        icon="external"
        href={`${address}?part=text`}
        target="_blank"
        prefetch={false}
      >
        {t('newsletter_preview_text')}
      </ButtonLink>
    </FormActions>
  );
}

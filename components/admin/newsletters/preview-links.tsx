import { useTranslations } from 'next-intl';
import { FormActions } from '@/components/form/form';
import { ButtonLink } from '@/components/ui/button';

export function PreviewLinks({ id }: { id: string }) {
  const t = useTranslations('admin');
  const url = `/api/admin/newsletters/${id}/preview`;
  return (
    <FormActions>
      <ButtonLink variant="quiet" size="small" icon="external" href={url} target="_blank" prefetch={false}>
        {t('newsletter_preview_html')}
      </ButtonLink>
      <ButtonLink
        variant="quiet"
        size="small"
        icon="external"
        href={`${url}?part=text`}
        target="_blank"
        prefetch={false}
      >
        {t('newsletter_preview_text')}
      </ButtonLink>
    </FormActions>
  );
}

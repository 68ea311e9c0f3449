import { FormActions } from '../../../_ui/form/form';
import { ButtonLink } from '../../../_ui/button';

/** The newsletter as it is saved, as mail programs show it, each in a tab of its own. */
export function PreviewLinks({ id, labels }: { id: string; labels: { html: string; text: string } }) {
  const address = `/api/admin/newsletters/${id}/preview`;
  return (
    <FormActions>
      <ButtonLink variant="quiet" size="small" icon="external" href={address} target="_blank" prefetch={false}>{labels.html}</ButtonLink>
      <ButtonLink variant="quiet" size="small" icon="external" href={`${address}?part=text`} target="_blank" prefetch={false}>{labels.text}</ButtonLink>
    </FormActions>
  );
}

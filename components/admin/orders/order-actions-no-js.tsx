import { useTranslations } from 'next-intl';
import type { RefusedForm } from '@/components/admin/call/refused-form';
import { StepUpField } from '@/components/admin/call/step-up-field';
import { TextArea } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Disclosure } from '@/components/layout/disclosure';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { messageKey } from '@/lib/i18n/message-key';
import { type Action, actionAppearance, orderActionUrl } from './order-action-url';

interface Props {
  orderId: string;
  requestId?: string;
  actions: readonly Action[];
  refused: RefusedForm | null;
}

export function OrderActionsWithoutScripts({ orderId, requestId = '', actions, refused }: Props) {
  const t = useTranslations('admin');
  const isSent = (action: Action) => refused?.textAt('action') === action && refused.textAt('requestId') === requestId;
  return (
    <>
      {actions.map((action) => {
        const earlier = isSent(action) ? refused : null;
        return (
          <Disclosure key={action} summary={t(`action_${messageKey(action)}`)} open={earlier !== null}>
            <Form method="post" action={orderActionUrl(orderId, action)}>
              <p>{t(`action_text_${messageKey(action)}`)}</p>
              {earlier && (
                <Notice tone="danger" alert>
                  {earlier.outcome.title || t('failed')}
                </Notice>
              )}
              <input type="hidden" name="action" value={action} />
              {requestId && <input type="hidden" name="requestId" value={requestId} />}
              {action === 'override' && <input type="hidden" name="override" value="true" />}
              <TextArea
                id={`reason-${action}${requestId}`}
                name="reason"
                label={t('reason')}
                help={t('reason_help')}
                rows={3}
                required
                maxLength={500}
                dir="auto"
                defaultValue={earlier?.textAt('reason')}
                error={earlier?.outcome.errors.reason}
              />
              {earlier?.needsStepUp && <StepUpField id={`code-${action}${requestId}`} />}
              <FormActions>
                <Button type="submit" variant={actionAppearance[action] ?? 'primary'}>
                  {t(`action_${messageKey(action)}`)}
                </Button>
              </FormActions>
            </Form>
          </Disclosure>
        );
      })}
    </>
  );
}

import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Field } from '../../../../_ui/form/field';
import { Form, FormActions } from '../../../../_ui/form/form';
import { TextArea } from '../../../../_ui/form/text-area';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import type { RefusedForm } from '../call/refused-form';
import type { StepUpLabels } from '../call/step-up-dialog';
import { looks, urlOf, type Action, type OrderActionLabels } from './order-action';

interface Props { orderId: string; requestId?: string; actions: readonly Action[]; refused: RefusedForm | null; labels: OrderActionLabels; stepUp: StepUpLabels }

/** The same actions without JavaScript: each a form of its own, the refused one open with what was typed. */
export function PlainOrderActions({ orderId, requestId = '', actions, refused, labels, stepUp }: Props) {
  const isSent = (action: Action) => refused?.textAt('action') === action && refused.textAt('requestId') === requestId;
  return (
    <>
      {actions.map((action) => {
        const earlier = isSent(action) ? refused : null;
        return (
          <Disclosure key={action} summary={labels.labels[action]} open={earlier !== null}>
            <Form method="post" action={urlOf(orderId, action)}>
              <p>{labels.texts[action]}</p>
              {earlier && <Notice tone="danger" alert>{earlier.outcome.title || labels.failed}</Notice>}
              <input type="hidden" name="action" value={action} />
              {requestId && <input type="hidden" name="requestId" value={requestId} />}
              {action === 'override' && <input type="hidden" name="override" value="true" />}
              <TextArea
                id={`reason-${action}${requestId}`} name="reason" label={labels.reason} help={labels.reason_help} rows={3} required maxLength={500} dir="auto"
                defaultValue={earlier?.textAt('reason')} error={earlier?.outcome.errors.reason}
              />
              {earlier?.wantsProof && <Field id={`code-${action}${requestId}`} name="stepUpCode" label={stepUp.code} help={`${stepUp.text} ${stepUp.help}`} latin required autoCapitalize="none" autoComplete="one-time-code" />}
              <FormActions><Button type="submit" variant={looks[action] ?? 'primary'}>{labels.labels[action]}</Button></FormActions>
            </Form>
          </Disclosure>
        );
      })}
    </>
  );
}

'use client';

import { budgets, projectKinds, type DetailField } from '@/lib/contact/rules';
import { Field } from '../../_ui/form/field';
import { FieldRow } from '../../_ui/form/form';
import { Select } from '../../_ui/form/select';
import type { ContactLabels } from './contact-labels';
import styles from './contact.module.css';

interface Bound { name: string; id: string; value: string; error: string | undefined; onChange: (event: { target: { value: string } }) => void; onBlur: () => void }

interface Props { about: string; labels: ContactLabels; bind: (name: DetailField) => Bound }

/** What an enquiry about a service or a case may say of the project (N3); every field may be left empty. */
export function EnquiryDetails({ about, labels, bind }: Props) {
  return (
    <fieldset className={styles.details}>
      <legend>{labels.details_title}</legend>
      <input type="hidden" name="about" value={about} />
      <FieldRow>
        <Select {...bind('projectKind')} label={labels.project_kind}>
          <option value="">{labels.no_choice}</option>
          {projectKinds.map((kind) => <option key={kind} value={kind}>{labels.kinds[kind]}</option>)}
        </Select>
        <Select {...bind('budget')} label={labels.budget}>
          <option value="">{labels.no_choice}</option>
          {budgets.map((budget) => <option key={budget} value={budget}>{labels.budgets[budget]}</option>)}
        </Select>
        <Field {...bind('wishedDate')} type="date" label={labels.wished_date} help={labels.wished_date_help} />
      </FieldRow>
    </fieldset>
  );
}

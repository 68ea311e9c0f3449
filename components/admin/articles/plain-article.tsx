import { Checkbox, Field, TextArea } from '@/components/form/field';
import { FieldGroup, Form, FormActions } from '@/components/form/form';
import { labelOf } from '@/components/form/form-labels';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { type ArticleState, cairoTimeText } from '@/lib/articles/admin/drafts';
import { directionOf, type Language, languages } from '@/lib/language';
import type { ArticleLabels } from './article-labels';
import styles from '@/components/admin/content/content-editor.module.css';

type Errors = Readonly<Record<string, string>>;
interface Props {
  state: ArticleState;
  lang: Language;
  errors: Errors;
  labels: ArticleLabels;
  own: { intro: string; publish: string; time: string; refused: string };
}

/** Edits the article without JavaScript, as one form with the text as HTML (row N8). */
export function PlainArticle({ state: { id, number, updatedAt, values }, lang, errors, labels, own }: Props) {
  const form = labels.settings;
  const sharedProps = (name: 'id' | 'category' | 'imageUrl' | 'publishedAt') => ({
    id: `plain-${name}`,
    name,
    label: labelOf(name, form),
    help: form.help[name],
    error: errors[name],
  });
  return (
    <Form method="post" action={`/api/admin/articles/${encodeURIComponent(id)}/draft`}>
      <p>{own.intro}</p>
      {Object.keys(errors).length > 0 && (
        <Notice tone="danger" alert title={own.refused}>
          {errors.body ?? errors.texts}
        </Notice>
      )}
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="updatedAt" value={updatedAt ?? ''} />
      <input type="hidden" name="shownAt" value={values.publishedAt} />
      <Card as="section" className={styles.part}>
        <Field {...sharedProps('id')} latin defaultValue={values.id} />
        <Field {...sharedProps('category')} latin defaultValue={values.category} />
        <Field {...sharedProps('imageUrl')} latin defaultValue={values.imageUrl ?? ''} />
        <Field
          {...sharedProps('publishedAt')}
          type="datetime-local"
          latin
          help={own.time}
          defaultValue={cairoTimeText(values.publishedAt)}
        />
        <Checkbox name="published" label={labelOf('published', form)} defaultChecked={values.published} />
      </Card>
      {[lang, ...languages.filter((each) => each !== lang)].map((each) => (
        <PlainText key={each} lang={each} text={values.texts[each] ?? {}} errors={errors} labels={labels} />
      ))}
      <FormActions>
        <Button type="submit" name="action" value="publish">
          {own.publish}
        </Button>
        <Button type="submit" name="action" value="save" variant="secondary">
          {labels.content.save_draft}
        </Button>
      </FormActions>
    </Form>
  );
}

function PlainText({
  lang,
  text,
  errors,
  labels: { content },
}: {
  lang: Language;
  text: NonNullable<ArticleState['values']['texts'][Language]>;
  errors: Errors;
  labels: ArticleLabels;
}) {
  const { form, parts } = content;
  const textProps = (field: 'title' | 'description' | 'category' | 'author' | 'html') => {
    const name = `texts.${lang}.${field}`;
    return {
      id: `plain-${name}`,
      name,
      label: labelOf(field, form),
      help: form.help[field],
      error: errors[name],
      lang,
      dir: field === 'html' ? ('auto' as const) : directionOf(lang),
      defaultValue: text[field],
    };
  };
  return (
    <Card as="section">
      <FieldGroup legend={parts[lang]}>
        <Field {...textProps('title')} />
        <TextArea {...textProps('description')} rows={3} />
        <Field {...textProps('category')} />
        <Field {...textProps('author')} />
        <TextArea
          {...textProps('html')}
          label={`${labelOf('html', form)} (HTML)`}
          help={form.rich.html_help}
          rows={14}
        />
      </FieldGroup>
    </Card>
  );
}

import { useTranslations } from 'next-intl';
import { Checkbox, Field, TextArea } from '@/components/form/field';
import { FieldGroup, Form, FormActions } from '@/components/form/form';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { type ArticleState, cairoTimeText } from '@/lib/articles/admin/drafts';
import { directionOf, type Language, languages } from '@/lib/language';
import type { ArticleForms } from './article-editor';
import styles from '@/components/admin/content/content-editor.module.css';

type Errors = Readonly<Record<string, string>>;
interface Props {
  state: ArticleState;
  lang: Language;
  errors: Errors;
  forms: ArticleForms;
}

/** Edits the article without JavaScript, as one form with the text as HTML (row N8). */
export function PlainArticle({ state: { id, number, updatedAt, values }, lang, errors, forms }: Props) {
  const t = useTranslations('admin');
  const form = forms.settings;
  const sharedProps = (name: 'id' | 'category' | 'imageUrl' | 'publishedAt') => ({
    id: `plain-${name}`,
    name,
    label: labelOf(name, form),
    help: form.help[name],
    error: errors[name],
  });
  return (
    <Form method="post" action={`/api/admin/articles/${encodeURIComponent(id)}/draft`}>
      <p>{t('article_plain_intro')}</p>
      {Object.keys(errors).length > 0 && (
        <Notice tone="danger" alert title={t('article_plain_refused')}>
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
          help={t('article_plain_time')}
          defaultValue={cairoTimeText(values.publishedAt)}
        />
        <Checkbox name="published" label={labelOf('published', form)} defaultChecked={values.published} />
      </Card>
      {[lang, ...languages.filter((each) => each !== lang)].map((each) => (
        <PlainText key={each} lang={each} text={values.texts[each] ?? {}} errors={errors} form={forms.texts} />
      ))}
      <FormActions>
        <Button type="submit" name="action" value="publish">
          {t('article_publish')}
        </Button>
        <Button type="submit" name="action" value="save" variant="secondary">
          {t('content_save_draft')}
        </Button>
      </FormActions>
    </Form>
  );
}

function PlainText({
  lang,
  text,
  errors,
  form,
}: {
  lang: Language;
  text: NonNullable<ArticleState['values']['texts'][Language]>;
  errors: Errors;
  form: FormLabels;
}) {
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
      <FieldGroup legend={labelOf(lang, form)}>
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

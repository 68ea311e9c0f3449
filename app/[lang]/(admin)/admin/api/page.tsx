import {
  type AdminTexts,
  createAdminMetadata,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { TabLink, Tabs } from '@/components/admin/page/tab-links';
import { Accordion } from '@/components/layout/accordion';
import { builtDocument, type DocumentedOperation } from '@/lib/api/openapi/built-document';
import { shapeText } from '@/lib/api/openapi/shape-text';
import { internationalLanguage } from '@/lib/language';
import styles from './api.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_api');

/** Shows one topic at a time, because all calls together are 1 MB. The document's texts are English in every language. */
export default async function ApiPage({ params, searchParams }: Props) {
  const { tags, paths } = builtDocument();
  const queryValues = queryTexts(await searchParams);
  const { name: topic } = tags.find(({ name }) => name === queryValues.topic) ?? tags[0]!;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  return renderAdminPage(params, '/api', async ({ lang, t }) => (
    <>
      <PageHead
        title={t('section_api')}
        intro={t('api_intro')}
        actions={
          <a href="/openapi.json">
            <bdi>openapi.json</bdi>
          </a>
        }
      />
      <Tabs label={t('section_api')}>
        {tags.map(({ name }) => (
          <TabLink key={name} href={`/${lang}/admin/api?topic=${encodeURIComponent(name)}`} current={name === topic}>
            <bdi lang={internationalLanguage}>{name}</bdi>
          </TabLink>
        ))}
      </Tabs>
      <h2>
        <bdi lang={internationalLanguage}>{topic}</bdi>
      </h2>
      <Accordion
        sections={calls
          .filter(({ operation }) => operation.tags.includes(topic))
          .map(({ name, operation }) => ({
            id: name.replaceAll(/[^a-z]+/gi, '-'),
            children: <Call operation={operation} t={t} />,
            title: (
              <span className={styles.title} dir="ltr">
                <code>{name}</code> <bdi lang={internationalLanguage}>{operation.summary}</bdi>
              </span>
            ),
          }))}
      />
    </>
  ));
}

function Call({ operation, t }: { operation: DocumentedOperation; t: AdminTexts }) {
  const { description, parameters = [], requestBody, responses } = operation;
  return (
    <dl className={styles.call}>
      {description && (
        <dd lang={internationalLanguage} dir="ltr">
          {description}
        </dd>
      )}
      <dt>{t('api_access')}</dt>
      <dd>{t(`api_access_${operation['x-access']}`)}</dd>
      {parameters.length > 0 && <dt>{t('api_parameters')}</dt>}
      {parameters.map(({ name, in: place, schema, description: text }) => (
        <dd key={name} lang={internationalLanguage} dir="ltr">
          <code>{name}</code> ({place}, {shapeText(schema)}){text && `: ${text}`}
        </dd>
      ))}
      {requestBody && <dt>{t('api_body')}</dt>}
      {requestBody && (
        <dd>
          <Content content={requestBody.content} />
        </dd>
      )}
      <dt>{t('api_answers')}</dt>
      {Object.entries(responses).map(([status, answer]) => (
        <dd key={status}>
          <code>{status}</code>{' '}
          {answer.description ? <bdi lang={internationalLanguage}>{answer.description}</bdi> : t('api_problem')}
          {answer.content && <Content content={answer.content} />}
        </dd>
      ))}
    </dl>
  );
}

function Content({ content }: { content: NonNullable<DocumentedOperation['requestBody']>['content'] }) {
  const [first] = Object.values(content);
  return (
    <>
      <code dir="ltr">{Object.keys(content).join(', ')}</code>
      {first?.schema && (
        <pre className={styles.shape} dir="ltr">
          {shapeText(first.schema)}
        </pre>
      )}
    </>
  );
}

import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { FileEditor } from '@/components/admin/content/file-editor';
import { readFormLabels } from '@/components/form/generated-labels';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { config } from '@/lib/config/config';
import { hasSample, listContentFiles, pagePathOf, readRawContent } from '@/lib/content/files';
import { buildForm } from '@/lib/content/form/form-of';
import { shapeOf } from '@/lib/content/load';
import { type Language, languages, readLang } from '@/lib/language';
import styles from '@/components/admin/content/editor.module.css';

interface Props {
  params: Promise<{ lang: string; path?: string[] }>;
}

export const metadata = { robots: { index: false, follow: false } };

/** Row O1. The extension `.dev.tsx` excludes this page from production builds. */
export default async function EditorPage({ params }: Props) {
  const lang = await readLang(params);
  const { path = [] } = await params;
  const t = await getTranslations({ locale: lang, namespace: 'editor' });
  const files = await listContentFiles();
  const chosen = files.find((file) => file === path.map(decodeURIComponent).join('/'));
  return (
    <div className={styles.editor}>
      <nav className={styles.files} aria-label={t('files')}>
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file}>
              <Link
                href={`/${lang}/editor/${file}`}
                aria-current={file === chosen ? 'page' : undefined}
                prefetch={false}
              >
                <bdi>{file}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.work}>
        <h1>{t('title')}</h1>
        <p>{t('intro')}</p>
        {chosen ? await renderEditors(chosen, lang) : <EmptyState icon="file" title={t('choose')} />}
      </div>
    </div>
  );
}

async function renderEditors(file: string, lang: Language) {
  const t = await getTranslations({ locale: lang, namespace: 'editor' });
  const { siteProject } = config();
  const paths = file.includes('*') ? languages.map((each) => file.replace('*', each)) : [file];
  const values = await Promise.all(paths.map((path) => readRawContent(`${siteProject}/${path}`)));
  const tAdmin = await getTranslations({ locale: lang, namespace: 'admin' });
  const labels = {
    save: t('save'),
    saving: t('saving'),
    saved: t('saved'),
    failed: t('failed'),
    unreachable: tAdmin('unreachable'),
  };
  const form = await readFormLabels(lang);
  const [first = '', second = ''] = file
    .replace(/^\*\//, '')
    .replace(/\.json$/, '')
    .split('/');
  return (
    <>
      {values.some(hasSample) && <Notice title={t('sample_title')}>{t('sample_text')}</Notice>}
      <div className={styles.columns}>
        {paths.map((path, index) => {
          const shape = shapeOf(`${siteProject}/${path}`);
          const value = values[index] ?? null;
          const language = languages.find((each) => path.startsWith(`${each}/`) || path.endsWith(`/${each}.json`));
          if (value === null || !shape)
            return (
              <EmptyState key={path} icon="file" title={<bdi>{path}</bdi>}>
                {t('missing_file')}
              </EmptyState>
            );
          return (
            <FileEditor
              key={path}
              url={`/update/${siteProject}/content/${path}`}
              title={path}
              node={buildForm(shape)}
              initial={value}
              lang={language}
              labels={labels}
              form={form}
            />
          );
        })}
      </div>
      <iframe className={styles.preview} title={t('preview')} src={`/${lang}${pagePathOf(first, second)}`} />
    </>
  );
}

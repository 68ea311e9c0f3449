import { readFileSync } from 'node:fs';

interface Messages { [key: string]: string | Messages }

/** The sample brand's messages in a language: `messages('de')('auth.email')`, so that a test finds a control by its name in any language. */
export function messages(lang: string): (key: string) => string {
  const all = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as Messages;
  return (key) => {
    const found = key.split('.').reduce<string | Messages | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), all);
    if (typeof found !== 'string') throw new Error(`There is no message ${key} in ${lang}.json.`);
    return found;
  };
}

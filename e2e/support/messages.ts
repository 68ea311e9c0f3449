import { readFileSync } from 'node:fs';

interface Messages {
  [key: string]: string | Messages;
}

export type Text = (key: string, values?: Readonly<Record<string, string>>) => string;

export function readMessages(lang: string): Text {
  const all = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as Messages;
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | Messages | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), all);
    if (typeof found !== 'string') throw new Error(`There is no message ${key} in ${lang}.json.`);
    return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), found);
  };
}

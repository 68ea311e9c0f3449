import { useMemo, useState } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { formOfTexts, textsSaying } from '@/lib/content/form/texts-saying';
import { nodeOfValue } from '../../../../_forms/free-field';
import type { Values } from './use-content';

interface Given { node: FormNode; /** As they were opened: what is being typed does not leave what was found. */ values: Values; parts: readonly string[]; errors: Readonly<Record<string, string>> }

/** The texts of the interface are a thousand: one group of them at a time, or those that say what is looked for. */
export function useSections({ node, values, parts, errors }: Given) {
  const sections = useMemo(() => sectionsOf(node, values, parts), [node, values, parts]);
  const [section, choose] = useState(sections[0] ?? '');
  const [sought, seek] = useState('');
  const [seen, setSeen] = useState(errors);
  // What is wrong in another section leads there.
  if (errors !== seen) {
    setSeen(errors);
    const wrong = Object.keys(errors).map((field) => sectionOf(field, sections));
    if (!wrong.includes(section)) choose(wrong[0] ?? section);
    if (wrong.length > 0) seek('');
  }
  const found = useMemo(() => (sought.trim() === '' ? null : formOfTexts(textsSaying(values, parts, sought))), [values, parts, sought]);
  const nodeOf = (value: JsonValue | undefined): FormNode => (sections.length === 0 ? node : (found ?? sectionNode(value, section)));
  return { sections, section, choose, sought, seek, nodeOf };
}

function sectionsOf(node: FormNode, values: Values, parts: readonly string[]): string[] {
  const first = values[parts[0] ?? ''];
  const isFree = node.kind === 'json' || (node.kind === 'map' && node.value.kind !== 'text');
  if (!isFree || typeof first !== 'object' || first === null) return [];
  const groups = Object.entries(first).flatMap(([name, each]) => (typeof each === 'object' ? [name] : []));
  return groups.length === Object.keys(first).length ? groups : [outsideGroups, ...groups];
}

/** The section of the texts that stand in no group, such as the items of the menu. */
const outsideGroups = 'general';

/** @param field dotted, the part first */
function sectionOf(field: string, sections: readonly string[]): string {
  const [, name = ''] = field.split('.');
  return sections.includes(name) ? name : outsideGroups;
}

function sectionNode(value: JsonValue | undefined, section: string): FormNode {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const shown = entries.filter(([name, each]) => (section === outsideGroups ? typeof each !== 'object' : name === section));
  return { kind: 'group', fields: shown.map(([name, each]) => ({ name, required: true, node: nodeOfValue(each) })) };
}

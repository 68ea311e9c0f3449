import type { ReactNode } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import type { Path } from '@/lib/content/form/pointer';
import type { Language } from '@/lib/language';
import type { FormLabels } from './form-labels';

/** What every generated control gets: its place in the document decides its id and its messages. */
export interface NodeProps<Node extends FormNode = FormNode> {
  node: Node;
  path: Path;
  label: string;
  help?: string | undefined;
  required: boolean;
  value: JsonValue | undefined;
  /** Messages by dotted path, as the contract's `errors`. */
  errors: Readonly<Record<string, string>>;
  labels: FormLabels;
  /** The language of what is typed, for direction and spelling. */
  lang?: Language | undefined;
  onChange: (path: Path, value: JsonValue | undefined) => void;
  /** The control of any node, handed down: lists and groups hold every kind, themselves too. */
  control: (props: Omit<NodeProps, 'control'>) => ReactNode;
}

import type { ReactNode } from 'react';
import type { FormField, FormNode, JsonValue } from '@/lib/content/form/form-node';
import type { Path } from '@/lib/content/form/values';
import type { Language } from '@/lib/language';
import type { FormLabels } from './form-labels';

export interface NodeProps<Node extends FormNode = FormNode> {
  node: Node;
  path: Path;
  label: string;
  help?: string | undefined;
  required: boolean;
  value: JsonValue | undefined;
  errors: Readonly<Record<string, string>>;
  labels: FormLabels;
  lang?: Language | undefined;
  idPrefix: string;
  custom: CustomFields;
  onChange: (path: Path, value: JsonValue | undefined) => void;
  /** Renders a node of any kind. Lists and groups call it for their items and fields. */
  control: (props: Omit<NodeProps, 'control'>) => ReactNode;
}

/** Custom controls by field name. Each replaces the generated one and receives all fields of its group. */
export type CustomFields = Readonly<Record<string, (props: CustomFieldProps) => ReactNode>>;

export interface CustomFieldProps extends Omit<NodeProps, 'node'> {
  field: FormField;
  fields: readonly FormField[];
}

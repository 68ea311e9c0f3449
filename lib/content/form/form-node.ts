/** What a form shows for one value: plain data, so the server can hand it to the browser. */
export type FormNode =
  | TextNode
  | { kind: 'number'; integer: boolean; min?: number; max?: number; nullable: boolean }
  | { kind: 'boolean'; /** What an absent one means. */ default?: true }
  | { kind: 'choice'; options: readonly string[]; nullable: boolean }
  | { kind: 'fixed'; value: string | number | boolean | null }
  | { kind: 'list'; item: FormNode; min?: number; max?: number }
  | GroupNode
  | { kind: 'map'; value: FormNode }
  | { kind: 'variants'; by: string; variants: readonly { name: string; node: GroupNode }[] }
  | { kind: 'json' };

export interface TextNode {
  kind: 'text';
  format: 'plain' | 'long' | 'html' | 'email' | 'url' | 'time' | 'picture' | 'message';
  minLength?: number;
  maxLength?: number;
  nullable: boolean;
}

export interface GroupNode { kind: 'group'; fields: readonly FormField[] }

export interface FormField { name: string; required: boolean; label?: string; help?: string; node: FormNode }

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

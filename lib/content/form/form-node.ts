/** Plain data, so that the server can send it to the browser. */
export type FormNode =
  | TextNode
  | {
      kind: 'number';
      integer: boolean;
      /** `money` is in piastres and typed in pounds. */
      format?: 'money' | 'percent';
      min?: number;
      max?: number;
      nullable: boolean;
    }
  | { kind: 'boolean'; /** Value when absent. */ default?: true }
  | { kind: 'choice'; options: readonly string[]; nullable: boolean }
  | { kind: 'choices'; options: readonly string[] }
  | { kind: 'fixed'; value: string | number | boolean | null }
  | { kind: 'list'; item: FormNode; min?: number; max?: number }
  | GroupNode
  | { kind: 'map'; value: FormNode }
  | { kind: 'variants'; by: string; variants: readonly { name: string; node: GroupNode }[] }
  | { kind: 'json' };

export interface TextNode {
  kind: 'text';
  format: 'plain' | 'code' | 'long' | 'html' | 'email' | 'url' | 'time' | 'picture' | 'message';
  minLength?: number;
  maxLength?: number;
  nullable: boolean;
}

export interface GroupNode {
  kind: 'group';
  /** One text per language: the fields are named by language and shown without a frame. */
  isLocalised?: true;
  fields: readonly FormField[];
}

export interface FormField {
  name: string;
  required: boolean;
  label?: string;
  help?: string;
  /** Adjacent fields with the same value are shown side by side. */
  row?: string;
  node: FormNode;
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

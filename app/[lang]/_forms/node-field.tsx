'use client';

import { ChoiceControl, NumberControl, SwitchControl, TextControl } from './controls';
import { FreeField } from './free-field';
import { GroupField } from './group-field';
import { ListField } from './list/list-field';
import { MapField } from './map-field';
import type { NodeProps } from './node-props';
import { VariantsField } from './variants-field';

/** The control of one node. `bare` leaves out the frame around the document's own fields. */
export function NodeField({ bare = false, ...given }: Omit<NodeProps, 'control'> & { bare?: boolean }) {
  const props = { ...given, control: NodeField };
  const { node } = props;
  switch (node.kind) {
    case 'text':
      return <TextControl {...props} node={node} />;
    case 'number':
      return <NumberControl {...props} node={node} />;
    case 'boolean':
      return <SwitchControl {...props} node={node} />;
    case 'choice':
      return <ChoiceControl {...props} node={node} />;
    case 'fixed':
      return null;
    case 'list':
      return <ListField {...props} node={node} />;
    case 'group':
      return <GroupField {...props} node={node} bare={bare} />;
    case 'map':
      return <MapField {...props} node={node} />;
    case 'variants':
      return <VariantsField {...props} node={node} />;
    case 'json':
      return <FreeField {...props} node={node} />;
  }
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildForm } from './form-of';
import { blankValue } from './values';

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hero'), title: z.string().min(1).meta({ title: 'Headline', description: 'One line.' }) }),
  z.object({ type: z.literal('person'), htmlContent: z.string() }),
]);

describe('buildForm', () => {
  it('turns every kind of value in a content file into a field [O1]', () => {
    const form = buildForm(
      z.looseObject({
        title: z.string().max(80),
        summary: z.string().optional(),
        amount: z.number().int().min(1).nullable(),
        showPrice: z.boolean(),
        colour: z.enum(['sand', 'ink']),
        email: z.email(),
        picture: z.string().meta({ format: 'picture' }).nullable(),
        labels: z.record(z.string(), z.string()),
      }),
    );
    expect(form).toEqual({
      kind: 'group',
      fields: [
        { name: 'title', required: true, node: { kind: 'text', format: 'plain', maxLength: 80, nullable: false } },
        { name: 'summary', required: false, node: { kind: 'text', format: 'long', nullable: false } },
        { name: 'amount', required: true, node: { kind: 'number', integer: true, min: 1, nullable: true } },
        { name: 'showPrice', required: true, node: { kind: 'boolean' } },
        { name: 'colour', required: true, node: { kind: 'choice', options: ['sand', 'ink'], nullable: false } },
        { name: 'email', required: true, node: { kind: 'text', format: 'email', nullable: false } },
        { name: 'picture', required: true, node: { kind: 'text', format: 'picture', nullable: true } },
        {
          name: 'labels',
          required: true,
          node: { kind: 'map', value: { kind: 'text', format: 'plain', nullable: false } },
        },
      ],
    });
  });

  it('blocks of several types become variants, with label and help from the schema [O1, O8]', () => {
    const form = buildForm(z.array(block));
    expect(form).toMatchObject({
      kind: 'list',
      item: {
        kind: 'variants',
        by: 'type',
        variants: [
          {
            name: 'hero',
            node: { fields: [{ node: { kind: 'fixed', value: 'hero' } }, { label: 'Headline', help: 'One line.' }] },
          },
          { name: 'person', node: { fields: [{}, { node: { kind: 'text', format: 'html' } }] } },
        ],
      },
    });
  });

  it('a transformed value is edited as its input type [O1]', () => {
    expect(buildForm(z.preprocess((raw) => raw, z.string().transform(Number)))).toMatchObject({ kind: 'text' });
  });

  it('a new list item starts with only its required fields [O1]', () => {
    expect(
      blankValue(buildForm(z.object({ name: z.string(), note: z.string().optional(), tags: z.array(z.string()) }))),
    ).toEqual({
      name: '',
      tags: [],
    });
    expect(blankValue(buildForm(block))).toEqual({ type: 'hero', title: '' });
  });
});

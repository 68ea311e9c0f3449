import { expect, it } from 'vitest';
import { configurationPage, envExample } from './documentation';
import { documentedVariables } from './variables';

it('every variable is documented [O4]', () => {
  expect(documentedVariables().filter(({ description }) => !description)).toEqual([]);
});

it('.env.example is generated from the variables [O4]', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../.env.example');
});

it('docs/configuration.md is generated from the variables [O4]', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md');
});

import { expect, it } from 'vitest';
import { configurationPage, envExample } from './documentation';
import { documentedVariables } from './variables';

it('O4 every variable is documented', () => {
  expect(documentedVariables().filter(({ description }) => !description)).toEqual([]);
});

it('O4 .env.example is generated from the variables', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../.env.example');
});

it('O4 docs/configuration.md is generated from the variables', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md');
});

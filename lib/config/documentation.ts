import { documentedVariables, type DocumentedVariable } from './variables';

/** The content of `.env.example`. */
export function envExample(): string {
  const lines = documentedVariables().flatMap(({ section, name, value, example, description }) => [
    ...(section ? ['', `# ── ${section} ──`] : []),
    `# ${description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')}`,
    `# ${name}=${value ?? example ?? ''}`,
  ]);
  return `# Every variable the service reads; all optional on localhost. Checked at start, every problem listed at once.\n${lines.join('\n')}\n`;
}

/** The content of docs/configuration.md. */
export function configurationPage(): string {
  const row = ({ name, description, standard, value }: DocumentedVariable) => `| \`${name}\` | ${description} | ${standard ?? (value === null ? '–' : `\`${value}\``)} |`;
  const lines = documentedVariables().flatMap((variable) => [
    ...(variable.section ? ['', `## ${variable.section}`, '', '| variable | meaning | default |', '|---|---|---|'] : []),
    row(variable),
  ]);
  return `# Configuration

From the environment alone, checked at start, every problem listed at once. On localhost nothing is needed.
Generated from \`lib/config/variables.ts\`: after a change there, \`npx vitest run lib/config --update\` writes this page and \`.env.example\`.
${lines.join('\n')}
`;
}

import { type DocumentedVariable, documentedVariables } from './variables';

export function envExample(): string {
  const lines = documentedVariables().flatMap(({ section, name, value, example, description }) => [
    ...(section ? ['', `# ── ${section} ──`] : []),
    `# ${description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')}`,
    `# ${name}=${quoteValue(String(value ?? example ?? ''))}`,
  ]);
  return `# Every variable that the service reads; all are optional on localhost. The service checks them at startup and lists all problems at once.
# Put values with spaces or any of & $ # ; in single quotes: systemd, compose and shells read them alike (docker run --env-file does not).
${lines.join('\n')}
`;
}

const quoteValue = (value: string): string => (/^[\w@:/.,+-]*$/.test(value) ? value : `'${value}'`);

export function configurationPage(): string {
  const tableRow = ({ name, description, standard, value }: DocumentedVariable) =>
    `| \`${name}\` | ${description} | ${standard ?? (value === null ? '–' : `\`${value}\``)} |`;
  const lines = documentedVariables().flatMap((variable) => [
    ...(variable.section
      ? ['', `## ${variable.section}`, '', '| variable | meaning | default |', '|---|---|---|']
      : []),
    tableRow(variable),
  ]);
  return `# Configuration

The service reads its configuration from the environment only, checks it at startup and lists all problems at once. Localhost needs none.
Generated from \`lib/config/variables.ts\`: after a change there, \`npx vitest run lib/config --update\` writes this page and \`.env.example\`.
${lines.join('\n')}
`;
}

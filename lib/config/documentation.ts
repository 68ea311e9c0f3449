import { documentedVariables, type DocumentedVariable } from './variables';

export function envExample(): string {
  const lines = documentedVariables().flatMap(({ section, name, value, example, description }) => [
    ...(section ? ['', `# ── ${section} ──`] : []),
    `# ${description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')}`,
    `# ${name}=${quoted(String(value ?? example ?? ''))}`,
  ]);
  return `# Every variable the service reads; all optional on localhost. Checked at start, every problem listed at once.
# Values with spaces or any of & $ # ; stand in single quotes, which systemd, compose and shells read alike (docker run --env-file does not).
${lines.join('\n')}
`;
}

const quoted = (value: string): string => (/^[\w@:/.,+-]*$/.test(value) ? value : `'${value}'`);

export function configurationPage(): string {
  const row = ({ name, description, standard, value }: DocumentedVariable) =>
    `| \`${name}\` | ${description} | ${standard ?? (value === null ? '–' : `\`${value}\``)} |`;
  const lines = documentedVariables().flatMap((variable) => [
    ...(variable.section
      ? ['', `## ${variable.section}`, '', '| variable | meaning | default |', '|---|---|---|']
      : []),
    row(variable),
  ]);
  return `# Configuration

From the environment alone, checked at start, every problem listed at once. On localhost nothing is needed.
Generated from \`lib/config/variables.ts\`: after a change there, \`npx vitest run lib/config --update\` writes this page and \`.env.example\`.
${lines.join('\n')}
`;
}

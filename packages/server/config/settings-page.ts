import type { Setting } from './setting.ts'
import { settings, type Config } from './settings.ts'

/** All settings as a Markdown page. */
export function settingsPage(): string {
  return [
    '# Settings',
    '',
    'Onair reads its settings from environment variables at start, and none without the prefix `ONAIR_` or `OTEL_`. A name with `ONAIR_` that is no setting is refused. This page is generated: `npm run generate`.',
    '',
    `A secret can be read from a file: ${secretVariables().join(', ')} name one.`,
    '',
    '| Variable | Meaning | Default |',
    '|---|---|---|',
    ...Object.values(settings).map(settingRow),
    '',
  ].join('\n')
}

function secretVariables(): string[] {
  return Object.values(settings).flatMap((each) => ('secret' in each ? [`\`${each.env}_FILE\``] : []))
}

function settingRow({
  env,
  doc,
  defaultValue,
}: Pick<Setting<Config[keyof Config]>, 'env' | 'doc' | 'defaultValue'>): string {
  const values = [defaultValue].flat().flatMap((value) => (typeof value === 'object' ? [] : [String(value)]))
  const defaultText = values.join(',')
  return `| \`${env}\` | ${doc} | ${defaultText === '' ? '' : `\`${defaultText}\``} |`
}

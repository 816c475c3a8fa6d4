import { readFileSync } from 'node:fs'
import { conflictsIn } from './conflicts.ts'
import { settings, type Config } from './settings.ts'

export { hasSharedBus } from './conflicts.ts'
export { isLoopbackHost } from './hosts.ts'
export type { Role } from './parsers.ts'
export { settingsPage } from './settings-page.ts'
export type { Config } from './settings.ts'

/** Parses and checks all settings. Throws one ConfigError with all errors. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, errors } = parseSettings(env)
  errors.push(...conflictsIn(config))
  if (errors.length > 0) throw new ConfigError(errors)
  return Object.freeze(config)
}

/** Invalid settings. The message has one line per error. */
export class ConfigError extends Error {
  constructor(errors: string[]) {
    super(errors.join('\n'))
  }
}

function parseSettings(env: Record<string, string | undefined>): { config: Config; errors: string[] } {
  const errors: string[] = []
  const entries = Object.entries(settings).map(([name, { env: variable, parse, defaultValue, ...setting }]) => {
    const isSecret = 'secret' in setting
    const input = isSecret ? readSecret(variable, env, errors) : env[variable]?.trim()
    if (input === undefined || input === '') return [name, defaultValue]
    try {
      return [name, parse(input)]
    } catch (error) {
      errors.push(`${variable} ${(error as Error).message}, not "${isSecret ? '•••' : input}".`)
      return [name, defaultValue]
    }
  })
  return { config: Object.fromEntries(entries) as Config, errors }
}

/** The value of a secret setting, or the content of the file that its `_FILE` variant names. */
function readSecret(variable: string, env: Record<string, string | undefined>, errors: string[]): string | undefined {
  const value = env[variable]?.trim()
  const file = env[`${variable}_FILE`]?.trim()
  if (file === undefined || file === '') return value
  if (value !== undefined && value !== '') {
    errors.push(`Set either ${variable} or ${variable}_FILE, not both.`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') errors.push(`The file ${file} of ${variable}_FILE is empty.`)
    return content
  } catch (error) {
    errors.push(`Cannot read the file ${file} of ${variable}_FILE: ${(error as Error).message}.`)
    return undefined
  }
}

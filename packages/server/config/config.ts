import { readFileSync } from 'node:fs'
import { conflictsIn } from './conflicts.ts'
import type { Setting } from './setting.ts'
import { settings, type Config } from './settings.ts'
import { unknownNames } from './unknown-names.ts'

export { hasSharedBus } from './conflicts.ts'
export { isLoopbackHost } from './hosts.ts'
export type { Role } from './parsers.ts'
export { settingsPage } from './settings-page.ts'
export type { Config } from './settings.ts'

type Env = Record<string, string | undefined>

/** Parses and checks all settings. Throws one ConfigError with all errors. */
export function readConfig(env: Env): Config {
  const { config, errors } = parseSettings(env)
  errors.push(...conflictsIn(config), ...unknownNames(env))
  if (errors.length > 0) throw new ConfigError(errors)
  return Object.freeze(config)
}

/** Parses one setting, for a command that needs no other. Throws a ConfigError. */
export function readSetting<Name extends keyof Config>(env: Env, name: Name): Config[Name] {
  const errors: string[] = []
  const value = parseSetting(settings[name], env, errors)
  if (errors.length > 0) throw new ConfigError(errors)
  return value as Config[Name]
}

/** Invalid settings. The message has one line per error. */
export class ConfigError extends Error {
  constructor(errors: string[]) {
    super(errors.join('\n'))
  }
}

function parseSettings(env: Env): { config: Config; errors: string[] } {
  const errors: string[] = []
  const entries = Object.entries(settings).map(([name, setting]) => [name, parseSetting(setting, env, errors)])
  return { config: Object.fromEntries(entries) as Config, errors }
}

/** The value of a setting; its default, and an error, if it is invalid. */
function parseSetting({ env: variable, parse, defaultValue, secret }: Setting<unknown>, env: Env, errors: string[]) {
  const input = secret ? readSecret(variable, env, errors) : env[variable]?.trim()
  if (input === undefined || input === '') return defaultValue
  try {
    return parse(input)
  } catch (error) {
    errors.push(`${variable} ${(error as Error).message}, not "${secret ? '•••' : input}".`)
    return defaultValue
  }
}

/** The value of a secret setting, or the content of the file that its `_FILE` variant names. */
function readSecret(variable: string, env: Env, errors: string[]): string | undefined {
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

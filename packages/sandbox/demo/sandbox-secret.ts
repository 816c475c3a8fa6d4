import type { Deps } from '@onair/server/infra/deps.ts'
import { deriveKey } from '@onair/server/shared/secrets.ts'

/**
 * The secret that a public sandbox asks for before it offers its tools and demo accounts; null in a private sandbox. Every
 * process and every start derives the same.
 */
export function sandboxSecret({ config, dataKey }: Pick<Deps, 'config' | 'dataKey'>): string | null {
  if (config.mode !== 'sandbox' || !config.sandboxPublic) return null
  return deriveKey('sandbox secret', { current: dataKey }).toString('base64url')
}

/** The password of all demo people. */
export function demoPassword({ config, dataKey }: Pick<Deps, 'config' | 'dataKey'>): string {
  if (!config.sandboxPublic) return 'onair-demo'
  return deriveKey('demo password', { current: dataKey }).toString('base64url').slice(0, 22)
}

import type { Deps } from '@onair/server/infra/deps.ts'
import { deriveKey } from '@onair/server/shared/secrets.ts'

/**
 * The secret that a public sandbox asks for before it offers its tools and demo accounts; null in a private sandbox. Every
 * process and every start with one ONAIR_SECRET_KEY derives the same. Restored data does not change it.
 */
export function sandboxSecret({ config, installationKey }: Pick<Deps, 'config' | 'installationKey'>): string | null {
  if (config.mode !== 'sandbox' || !config.sandboxPublic) return null
  return deriveKey('sandbox secret', installationKey).toString('base64url')
}

/** The password of all demo people. */
export function demoPassword({ config, installationKey }: Pick<Deps, 'config' | 'installationKey'>): string {
  if (!config.sandboxPublic) return 'onair-demo'
  return deriveKey('demo password', installationKey).toString('base64url').slice(0, 22)
}

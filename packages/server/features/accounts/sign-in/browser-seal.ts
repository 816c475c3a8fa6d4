import type { Deps } from '../../../infra/deps.ts'
import { seal, unseal } from '../../../shared/secrets.ts'

type Purpose = 'pending sign-in' | 'pending sign-up' | 'way to a provider'

/** Seals values for this installation, which a browser keeps in a cookie for a purpose and a time. */
export function sealForBrowser(
  purpose: Purpose,
  { values, lifetimeMs }: { values: unknown; lifetimeMs: number },
  { clock, installationKey, random }: Pick<Deps, 'clock' | 'installationKey' | 'random'>,
): string {
  const text = JSON.stringify({ values, expiresAt: clock.monotonicNow() + lifetimeMs })
  const key = { current: installationKey, previous: null }
  return seal(text, { purpose, context: '' }, key, random).toString('base64url')
}

/** Null for what this installation did not seal for the purpose, and when its time is over. */
export function unsealFromBrowser(
  purpose: Purpose,
  value: string,
  { clock, installationKey }: Pick<Deps, 'clock' | 'installationKey'>,
): unknown {
  try {
    const key = { current: installationKey, previous: null }
    const text = unseal(Buffer.from(value, 'base64url'), { purpose, context: '' }, key)
    const { values, expiresAt } = JSON.parse(text) as { values: unknown; expiresAt: number }
    return expiresAt > clock.monotonicNow() ? values : null
  } catch {
    return null
  }
}

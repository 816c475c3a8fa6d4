import type { Deps } from '../../../infra/deps.ts'
import { sealForBrowser, unsealFromBrowser } from '../sign-in/browser-seal.ts'

/** Where a guest who went to a provider goes on. `invitation`: the token of one by which the guest came. */
export type WayBack = { returnPath: string; invitation: string | null }

const lifetimeMs = 600_000
/** Browsers keep no longer cookies. A guest with a longer path comes back to the home page. */
const mostLength = 3_800

/** The value of the cookie that holds the way back of one state. */
export function sealWayBack(
  { state, ...way }: WayBack & { state: string },
  deps: Pick<Deps, 'clock' | 'installationKey' | 'random'>,
): string {
  const sealed = (values: WayBack) =>
    sealForBrowser('way to a provider', { values: { ...values, state }, lifetimeMs }, deps)
  const value = sealed(way)
  return value.length <= mostLength ? value : sealed({ ...way, returnPath: '/' })
}

/** The way back of a state: the home page, where the browser has none of it. */
export function unsealWayBack(
  value: string | null,
  state: string | null,
  deps: Pick<Deps, 'clock' | 'installationKey'>,
): WayBack {
  const unsealed = value === null ? null : unsealFromBrowser('way to a provider', value, deps)
  const sealed = unsealed as (WayBack & { state: string }) | null
  return sealed !== null && sealed.state === state ? sealed : { returnPath: '/', invitation: null }
}

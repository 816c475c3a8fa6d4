import { defaultSiteSettings, type SiteSettings } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, siteChangedTopic, subscribe } from '../../shared/bus-messages.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadSiteSettings, putSiteSettings } from './site-setting-store.ts'

type SiteDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>

/** A message about a change may be lost: the settings are then read again after this time. */
const staleMs = 10_000

/** The settings of the site that its operators change while it runs. They are kept until they change. */
export class Site implements AsyncDisposable {
  readonly #deps: SiteDeps
  readonly #subscription: Promise<AsyncDisposable>
  /** The last settings that were read. */
  #last: SiteSettings = defaultSiteSettings
  #kept: { settings: Promise<SiteSettings>; at: number } | null = null

  constructor(deps: SiteDeps) {
    this.#deps = deps
    this.#subscription = subscribe(deps.bus, siteChangedTopic, () => (this.#kept = null))
    // Without the messages, the settings are at most `staleMs` old.
    this.#subscription.catch((error: unknown) => deps.log.error({ err: error }, 'site_settings_not_subscribed'))
  }

  async settings(): Promise<SiteSettings> {
    const { clock, db } = this.#deps
    const at = clock.monotonicNow()
    if (this.#kept !== null && Math.abs(at - this.#kept.at) < staleMs) return this.#kept.settings
    const kept = { settings: loadSiteSettings(db.read).then((changed) => ({ ...defaultSiteSettings, ...changed })), at }
    this.#kept = kept
    // A failed load is not kept.
    kept.settings.then(
      (settings) => (this.#last = settings),
      () => {
        if (this.#kept === kept) this.#kept = null
      },
    )
    return kept.settings
  }

  /** The settings that a page shows: while the database is unavailable, those that were read last. */
  async shown(): Promise<SiteSettings> {
    return this.settings().catch(() => this.#last)
  }

  /** Changes the settings that are given. */
  async change(changed: Partial<SiteSettings>): Promise<void> {
    const { clock, db } = this.#deps
    if (Object.keys(changed).length === 0) return
    await db.transaction(async (tx, publish) => {
      await putSiteSettings(tx, changed)
      await recordAudit(tx, clock.now(), { action: 'site.changed', detail: { settings: Object.keys(changed) } })
      publish(busMessage(siteChangedTopic, {}))
    })
    this.#kept = null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const subscription = await this.#subscription.catch(() => null)
    await subscription?.[Symbol.asyncDispose]()
  }
}

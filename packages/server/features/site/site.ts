import { defaultSiteSettings, type SiteSettings } from '@onair/contract'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, siteChangedTopic } from '../../shared/bus-messages.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import type { Deps } from '../../infra/deps.ts'
import { loadSiteSettings, putSiteSettings } from './site-setting-store.ts'

type SiteDeps = Pick<Deps, 'bus' | 'clock' | 'db' | 'log'>

/** The settings of the site that its operators change while it runs. */
export class Site implements AsyncDisposable {
  readonly #deps: SiteDeps
  readonly #settings: KeptValue<SiteSettings>
  /** The last settings that were read. */
  #last: SiteSettings = defaultSiteSettings

  constructor(deps: SiteDeps) {
    this.#deps = deps
    this.#settings = new KeptValue(deps, siteChangedTopic, async () => {
      const changed = await loadSiteSettings(deps.db.read)
      this.#last = { ...defaultSiteSettings, ...changed }
      return this.#last
    })
  }

  settings(): Promise<SiteSettings> {
    return this.#settings.get()
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
    this.#settings.forget()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#settings[Symbol.asyncDispose]()
  }
}

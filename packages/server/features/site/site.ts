import {
  defaultSiteSettings,
  siteWords,
  wordLists,
  type FoundWord,
  type SiteBrand,
  type SiteDocumentKind,
  type SiteSettings,
  type SiteSettingsChange,
  type WordList,
  type WordsChange,
} from '@onair/contract'
import type { Publish, Tx } from '../../infra/db/db.ts'
import type { Deps } from '../../infra/deps.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, siteChangedTopic } from '../../shared/bus-messages.ts'
import type { NameRules } from '../../shared/naming/naming-rules.ts'
import { countCodePoints } from '../../shared/text.ts'
import { compileWords, type FindWord, type WordLists } from '../../shared/words/site-words.ts'
import { KeptValue } from '../../shared/kept-value.ts'
import { decodePicture } from '../../shared/pictures/decode-picture.ts'
import { errorReason, invalidField } from '../../shared/refusal.ts'
import { insertSiteDocument, loadSite, lockSiteSettings, putSiteLogo, putSiteSettings } from './site-setting-store.ts'

type SiteDeps = Pick<Deps, 'bus' | 'clock' | 'config' | 'db' | 'log' | 'random'>
/**
 * The settings of the site, its logo and the documents that it has. `requiredVersion`: the last version of a document that
 * people must accept, or 0.
 */
export type ShownSite = SiteSettings & SiteBrand & { documents: SiteDocumentKind[]; requiredVersion: number }

const defaultSite: ShownSite = { ...defaultSiteSettings, logoId: null, documents: [], requiredVersion: 0 }

/** The settings of the site, its logo and its documents, which its operators change while it runs. */
export class Site implements AsyncDisposable {
  readonly #deps: SiteDeps
  readonly #kept: KeptValue<ShownSite>
  /** The values that were read last. */
  #last = defaultSite
  #words: { lists: WordLists; key: string; find: FindWord } | null = null

  constructor(deps: SiteDeps) {
    this.#deps = deps
    this.#kept = new KeptValue(deps, siteChangedTopic, async () => {
      const { changed, ...rest } = await loadSite(deps.db.read)
      this.#last = { ...defaultSiteSettings, ...changed, ...rest }
      return this.#last
    })
  }

  /** The values for a page: while the database is unavailable, those that were read last. */
  async shown(): Promise<ShownSite> {
    return this.#kept.get().catch(() => this.#last)
  }

  async settings(): Promise<SiteSettings> {
    const { logoId: _logoId, documents: _documents, requiredVersion: _version, ...settings } = await this.#kept.get()
    return settings
  }

  /** Finds a word of the site in a text: while the database is unavailable, one of those that were read last. */
  async findWord(text: string): Promise<FoundWord | null> {
    return this.#findWordOf(await this.shown())(text)
  }

  /** The names that no application and no person may have. */
  async nameRules(): Promise<Required<NameRules>> {
    const { officialNames, refusedWords } = this.#deps.config
    const site = await this.shown()
    // A shorter name of a site is a part of too many others.
    const ownNames = countCodePoints(site.name) < 3 ? [] : [site.name]
    return {
      officialNames: [...officialNames, ...ownNames, ...site.reservedNames],
      refusedWords,
      findWord: this.#findWordOf(site),
    }
  }

  /** The words are prepared once for each change, and not each time that the values are read. */
  #findWordOf(lists: WordLists): FindWord {
    if (this.#words?.lists === lists) return this.#words.find
    const { refusedWords, reviewedWords, wordExceptions } = lists
    const key = JSON.stringify([refusedWords, reviewedWords, wordExceptions])
    const find = this.#words?.key === key ? this.#words.find : compileWords(lists)
    this.#words = { lists, key, find }
    return find
  }

  /** Changes the settings that are given. Words are added and removed also while another change of the list is made. */
  async change(changed: SiteSettingsChange): Promise<void> {
    if (Object.keys(changed).length === 0) return
    await this.#write(async (tx) => {
      await lockSiteSettings(tx)
      const before = (await loadSite(tx)).changed
      const lists: Partial<Record<WordList, string[]>> = {}
      const words: Partial<Record<WordList, WordsChange>> = {}
      for (const list of wordLists) {
        if (changed[list] === undefined) continue
        const { added, removed } = changed[list]
        const old = before[list] ?? []
        const now = [...new Set([...old, ...added])].filter((word) => !removed.includes(word))
        if (now.length > siteWords.most)
          throw invalidField(list, errorReason('TOO_MANY_ITEMS', { most: siteWords.most }))
        lists[list] = now
        words[list] = {
          added: now.filter((word) => !old.includes(word)),
          removed: old.filter((word) => !now.includes(word)),
        }
      }
      await putSiteSettings(tx, { ...(changed as Omit<typeof changed, WordList>), ...lists })
      const detail = { settings: Object.keys(changed), ...words }
      await recordAudit(tx, this.#deps.clock.now(), { action: 'site.changed', detail })
    })
  }

  /** Changes the logo to a PNG or JPEG file in base64, or removes it. */
  async changeLogo(base64: string | null): Promise<void> {
    const { clock, random } = this.#deps
    const picture = base64 === null ? null : decodePicture(base64)
    await this.#write(async (tx) => {
      await putSiteLogo(tx, picture && { id: random.uuid(), ...picture })
      await recordAudit(tx, clock.now(), { action: 'site.changed', detail: { settings: ['logo'] } })
    })
  }

  /** Publishes a version of a document, and returns its number. An empty text withdraws the document. */
  async publish(document: { kind: SiteDocumentKind; text: string; mustBeAccepted: boolean }): Promise<number> {
    const now = this.#deps.clock.now()
    const { kind, mustBeAccepted } = document
    return this.#write(async (tx) => {
      const row = { kind, text: document.text.trim(), must_be_accepted: mustBeAccepted, created_at: now }
      const version = await insertSiteDocument(tx, row)
      const detail = { kind, version, mustBeAccepted }
      await recordAudit(tx, now, { action: 'site.document_published', detail })
      return version
    })
  }

  async #write<T>(run: (tx: Tx, publish: Publish) => Promise<T>): Promise<T> {
    const result = await this.#deps.db.transaction(async (tx, publish) => {
      publish(busMessage(siteChangedTopic, {}))
      return run(tx, publish)
    })
    this.#kept.forget()
    return result
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#kept[Symbol.asyncDispose]()
  }
}

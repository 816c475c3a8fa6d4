import type { consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../infra/deps.ts'
import { utcSecond } from '../../shared/dates.ts'
import { loadSiteDocuments } from './site-setting-store.ts'
import type { Site } from './site.ts'

/** The settings of the site with its logo and its documents, for its operators. */
export async function getSiteSettings({
  addresses,
  db,
  site,
}: Pick<Deps, 'addresses' | 'db'> & { site: Site }): Promise<ContentOf<typeof consoleApi.admin.getSiteSettings>> {
  const { logoId } = await site.shown()
  const documents = await loadSiteDocuments(db.read)
  return {
    settings: await site.settings(),
    logoUrl: logoId === null ? null : `${addresses.authUrl}/assets/logo/${logoId}`,
    documents: documents.map(({ created_at: createdAt, must_be_accepted: mustBeAccepted, ...document }) => ({
      ...document,
      mustBeAccepted,
      createdDate: utcSecond(createdAt),
    })),
  }
}

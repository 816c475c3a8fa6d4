import { documentPaths } from '@onair/contract'
import { acceptTerms } from '../../features/accounts/sign-up/accept-terms.ts'
import { mustAccept } from '../../features/site/document-rules.ts'
import { loadSiteDocuments } from '../../features/site/site-setting-store.ts'
import { notFoundPage } from './error-page.ts'
import { acceptPage, documentPage } from './document-page.ts'
import { definePage, page, redirect, returnPathOf } from './page-route.ts'

/** The pages of the terms and of the privacy policy. */
export const documentRoutes = (['TERMS', 'PRIVACY'] as const).map((kind) =>
  definePage('GET', documentPaths[kind], async (request, { db }) => {
    const [document] = await loadSiteDocuments(db.read, kind)
    if (document === undefined) return notFoundPage(request)
    return page(documentPage(request, document))
  }),
)

/** The page where a person accepts the documents of the site before going on. */
export const showAcceptTerms = definePage('GET', '/accept-terms', async (request, { db }) => {
  const { site, visitor } = request
  if (visitor === null || !mustAccept(visitor, site)) return redirect(returnPathOf(request))
  return page(acceptPage(request, await loadSiteDocuments(db.read)))
})

export const submitAcceptTerms = definePage('POST', '/accept-terms', async (request, deps) => {
  const { form, visitor } = request
  const shown = Number(form.get('version'))
  // Of the versions that exist: the person saw none that came later.
  const documents = await loadSiteDocuments(deps.db.read)
  const last = Math.max(0, ...documents.map(({ version }) => version))
  if (visitor !== null && Number.isInteger(shown) && shown > 0)
    await acceptTerms(visitor.channelId, Math.min(shown, last), deps)
  return redirect(returnPathOf(request))
})

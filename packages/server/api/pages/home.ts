import { browseLives } from '../../features/lives/browse-lives.ts'
import { definePage, page } from './page-route.ts'
import { siteHomePage } from './site-home-page.ts'

const maxSearchLength = 100

/** The home page shows who is live. */
export const showHome = definePage('GET', '/', async (request, deps) => {
  const text = request.query.get('q')?.trim().slice(0, maxSearchLength) ?? ''
  const categoryId = request.query.get('category')
  const filter = { ...(text !== '' && { text }), ...(categoryId !== null && { categoryId }) }
  const browsed = await browseLives(filter, request.visitor?.channelId ?? null, deps)
  const hasIdentityProvider = deps.identityProvider !== null
  return page(siteHomePage(request, { ...browsed, text, categoryId, hasIdentityProvider }), {
    hasScripts: request.visitor !== null,
  })
})

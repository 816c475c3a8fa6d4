import { browseLives } from '../../features/lives/browse-lives.ts'
import { definePage, page } from './page-route.ts'
import { siteHomePage } from './site-home-page.ts'

const maxSearchLength = 100

/** The page shows nothing else where so many lives or more are on. */
const fewLives = 8

/** The home page shows who is live and, while few channels are, who was live last. */
export const showHome = definePage('GET', '/', async (request, deps) => {
  const text = request.query.get('q')?.trim().slice(0, maxSearchLength) ?? ''
  const categoryId = request.query.get('category')
  const filter = { ...(text !== '' && { text }), ...(categoryId !== null && { categoryId }) }
  const browsed = await browseLives(filter, request.visitor?.channelId ?? null, deps)
  const hasIdentityProvider = deps.identityProvider !== null
  const isQuiet = browsed.lives.length < fewLives && text === '' && categoryId === null
  const shelves = isQuiet ? await deps.homeShelves() : { plans: [], channels: [], replays: [] }
  const now = deps.clock.now()
  return page(siteHomePage(request, { ...browsed, ...shelves, now, text, categoryId, hasIdentityProvider }), {
    hasScripts: request.visitor !== null,
  })
})

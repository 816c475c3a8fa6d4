import type { Language } from '@onair/contract'
import { loadLinkPreview } from '../../features/watch/link-preview.ts'
import type { Deps } from '../../infra/deps.ts'
import { html, type Html } from './html.ts'
import { locales } from './locales.ts'

type PreviewDeps = Pick<Deps, 'addresses' | 'config' | 'db' | 'log'>

/**
 * The title of a page and, of a watch page, the tags by which other sites show a link to it: https://ogp.me. The page works
 * without them, so it is served while the database is unavailable.
 */
export async function linkTags(path: string, language: Language, siteName: string, deps: PreviewDeps): Promise<Html> {
  const [, channelId] = /^\/watch\/([\w-]{1,64})$/.exec(path) ?? []
  const preview =
    channelId === undefined
      ? null
      : await loadLinkPreview(channelId, deps).catch((error: unknown) => {
          deps.log.warn({ error }, 'link_preview.failed')
          return null
        })
  if (preview === null) return html`<title>${siteName}</title>`
  const { channelName, imageUrl, live } = preview
  const strings = locales[language].linkPreview
  const title = live?.title == null ? channelName : `${live.title} - ${channelName}`
  const category = language === 'ko' ? live?.categoryValue : (live?.categoryEnglishName ?? live?.categoryValue)
  const description = live === null ? strings.channel(siteName) : strings.onAir(category ?? null)
  const tags = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': `${deps.addresses.authUrl}${path}`,
    'og:image': imageUrl,
  }
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${Object.entries(tags).map(
      ([name, content]) => content !== null && html`<meta property="${name}" content="${content}" />`,
    )}`
}

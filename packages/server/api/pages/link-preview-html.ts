import type { Language } from '@onair/contract'
import { findHandle } from '../../features/profiles/handle.ts'
import { replayPictureUrl } from '../../shared/pictures/picture-urls.ts'
import { loadLinkPreview, loadReplayPreview } from '../../features/watch/link-preview.ts'
import type { Deps } from '../../infra/deps.ts'
import { html, type Html } from './html.ts'
import { locales } from './locales.ts'

type PreviewDeps = Pick<Deps, 'addresses' | 'clock' | 'config' | 'db' | 'log'>
type Texts = { language: Language; siteName: string }
type Preview = {
  type: 'website' | 'video.other'
  title: string
  description: string
  imageUrl: string | null
  videoUrl?: string | null
  feedPath?: string
}

/**
 * The title of a page and, of a watch page, the tags by which other sites show a link to it: https://ogp.me. The page works
 * without them, so it is served while the database is unavailable.
 */
export async function linkTags(path: string, language: Language, siteName: string, deps: PreviewDeps): Promise<Html> {
  const preview = await loadPreview(path, { language, siteName }, deps).catch((error: unknown) => {
    deps.log.warn({ error }, 'link_preview.failed')
    return null
  })
  if (preview === null) return html`<title>${siteName}</title>`
  const { type, title, description, imageUrl, videoUrl = null, feedPath } = preview
  const tags = {
    'og:type': type,
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': `${deps.addresses.authUrl}${path}`,
    'og:image': imageUrl,
    ...(videoUrl !== null && { 'og:video': videoUrl, 'og:video:type': 'video/mp4' }),
  }
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${feedPath !== undefined && html`<link rel="alternate" type="application/atom+xml" href="${feedPath}" />`}
    ${Object.entries(tags).map(
      ([name, content]) => content !== null && html`<meta property="${name}" content="${content}" />`,
    )}`
}

const handlePath = /^\/@(\w{3,20})$/
const watchedPath = /^\/watch\/([\w-]{1,64})(?:\/(replays|clips)\/([0-9a-f-]{36}))?$/

/** The preview of a channel, or of a recording or a clip of it; of one that not everyone may watch, that of the channel. */
async function loadPreview(path: string, texts: Texts, deps: PreviewDeps): Promise<Preview | null> {
  const [, handle] = handlePath.exec(path) ?? []
  if (handle !== undefined) {
    const channelOfHandle = await findHandle(handle, deps)
    return channelOfHandle === null ? null : loadChannel(channelOfHandle, texts, deps)
  }
  const [, channelId, kind, id] = watchedPath.exec(path) ?? []
  if (channelId === undefined) return null
  const isReplay = (kind === 'replays' || kind === 'clips') && id !== undefined
  const replay = isReplay ? await loadReplay(channelId, { kind, id }, texts, deps) : null
  return replay ?? loadChannel(channelId, texts, deps)
}

async function loadChannel(channelId: string, { language, siteName }: Texts, deps: PreviewDeps) {
  const preview = await loadLinkPreview(channelId, deps)
  if (preview === null) return null
  const { channelName, imageUrl, live } = preview
  const strings = locales[language].linkPreview
  const description = live === null ? strings.channel(siteName) : strings.onAir(categoryOf(live, language))
  const feedPath = `/watch/${channelId}/feed`
  return { type: 'website', title: titleOf(live?.title, channelName), description, imageUrl, feedPath } as const
}

async function loadReplay(
  channelId: string,
  replayed: Parameters<typeof loadReplayPreview>[1],
  { language }: Texts,
  deps: PreviewDeps,
) {
  const preview = await loadReplayPreview(channelId, replayed, deps)
  if (preview === null) return null
  const { channelImageUrl, channelName, creatorName, hasPicture, title, videoUrl } = preview
  const imageUrl = replayPictureUrl({ id: replayed.id, hasPicture }, deps) ?? channelImageUrl
  const strings = locales[language].linkPreview
  const description = creatorName === null ? strings.replay(categoryOf(preview, language)) : strings.clip(creatorName)
  return { type: 'video.other', title: titleOf(title, channelName), description, imageUrl, videoUrl } as const
}

function titleOf(title: string | null | undefined, channelName: string): string {
  return title == null ? channelName : `${title} - ${channelName}`
}

type Categorized = { categoryValue: string | null; categoryEnglishName: string | null }

function categoryOf({ categoryValue, categoryEnglishName }: Categorized, language: Language): string | null {
  return { ko: categoryValue, en: categoryEnglishName ?? categoryValue }[language]
}

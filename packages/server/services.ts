import { CategoryIndex } from './features/categories/category-index.ts'
import { MessageWriter } from './features/chat/message-writer.ts'
import { createLiveDirectory, type LiveDirectory } from './features/lives/browse-lives.ts'
import { BlockedDevices } from './features/blocks/blocked-devices.ts'
import { BlockedNetworks } from './features/blocks/blocked-networks.ts'
import { reportWord } from './features/reports/report-word.ts'
import { getSiteOverview, type SiteOverview } from './features/operators/get-site-overview.ts'
import { Site } from './features/site/site.ts'
import { Clips } from './features/video/clips/clips.ts'
import { LiveVideos } from './features/video/live-videos.ts'
import { MediaOrigins } from './features/video/media-origins/media-origins.ts'
import { LivePictures } from './features/video/pictures/live-pictures.ts'
import { openBucket, openMediaFolder } from './features/video/recordings/open-media-folder.ts'
import { Restreams } from './features/video/restream/restreams.ts'
import { Recordings } from './features/video/recordings/recordings.ts'
import { loadHomeShelves, type HomeShelves } from './features/watch/home-shelves.ts'
import type { Deps } from './infra/deps.ts'
import { keepFor } from './shared/keep-for.ts'

/** The parts of the application that a platform has once, because they hold state that its calls share. */
export type Services = {
  readonly categoryIndex: CategoryIndex
  readonly homeShelves: () => Promise<HomeShelves>
  readonly liveDirectory: LiveDirectory
  readonly blockedDevices: BlockedDevices
  readonly blockedNetworks: BlockedNetworks
  readonly mediaOrigins: MediaOrigins
  readonly messageWriter: MessageWriter
  readonly recordings: Recordings
  readonly reviewMessage: (message: Parameters<typeof reportWord>[0]) => Promise<void>
  readonly site: Site
  readonly siteOverview: () => Promise<SiteOverview>
  readonly videos: LiveVideos
}

/** A platform: its infrastructure and its services. A process has one for each world. */
export type Platform = Deps & Services

/** Disposing writes the messages that wait, and ends the videos and their recordings. */
export function createServices(deps: Deps): Services & AsyncDisposable {
  const messageWriter = new MessageWriter(deps)
  const blockedDevices = new BlockedDevices(deps)
  const blockedNetworks = new BlockedNetworks(deps)
  const folder = openMediaFolder(deps)
  const recordings = new Recordings(deps, folder, openBucket(deps))
  const clips = new Clips(deps, folder)
  const site = new Site(deps)
  const restreams = new Restreams(deps)
  const videos = new LiveVideos(deps, { recordings, clips, restreams })
  const mediaOrigins = new MediaOrigins(deps)
  const pictures = new LivePictures(deps, videos)
  return {
    categoryIndex: new CategoryIndex(deps.db),
    homeShelves: keepFor(3_000, deps.clock, () => loadHomeShelves(deps)),
    liveDirectory: createLiveDirectory(deps),
    blockedDevices,
    blockedNetworks,
    mediaOrigins,
    messageWriter,
    recordings,
    reviewMessage: (message) => reportWord(message, deps),
    site,
    siteOverview: keepFor(5_000, deps.clock, () => getSiteOverview(deps, folder)),
    videos,
    async [Symbol.asyncDispose]() {
      await pictures[Symbol.asyncDispose]()
      await Promise.all(
        [blockedDevices, blockedNetworks, mediaOrigins, messageWriter, site, videos].map((service) =>
          service[Symbol.asyncDispose](),
        ),
      )
      // The videos have added their last segments.
      await Promise.all([recordings, clips, restreams].map((service) => service[Symbol.asyncDispose]()))
    },
  }
}

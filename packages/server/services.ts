import { CategoryIndex } from './features/categories/category-index.ts'
import { MessageWriter } from './features/chat/message-writer.ts'
import { createLiveDirectory, type LiveDirectory } from './features/lives/browse-lives.ts'
import { LiveVideos } from './features/video/live-videos.ts'
import type { Deps } from './infra/deps.ts'

/** The parts of the application that a platform has once, because they hold state that its calls share. */
export type Services = {
  readonly categoryIndex: CategoryIndex
  readonly liveDirectory: LiveDirectory
  readonly messageWriter: MessageWriter
  readonly videos: LiveVideos
}

/** A platform: its infrastructure and its services. A process has one for each world. */
export type Platform = Deps & Services

/** Disposing writes the messages that wait, and ends the videos. */
export function createServices(deps: Deps): Services & AsyncDisposable {
  const messageWriter = new MessageWriter(deps)
  const videos = new LiveVideos(deps)
  return {
    categoryIndex: new CategoryIndex(deps.db),
    liveDirectory: createLiveDirectory(deps),
    messageWriter,
    videos,
    async [Symbol.asyncDispose]() {
      await Promise.all([messageWriter[Symbol.asyncDispose](), videos[Symbol.asyncDispose]()])
    },
  }
}

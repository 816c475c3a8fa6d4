import { strings } from '../../locales/index.ts'

const { defaultTitle } = strings('common')

/** The title of a live, or a default in the language of the page if the channel has not chosen one. */
export function liveTitleOf(title: string | null, channelName: string): string {
  return title ?? defaultTitle(channelName)
}

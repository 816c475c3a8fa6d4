import { limits } from '@onair/contract'

const { emoticon } = limits.uploads

/** The emoticons and other files that a streamer uploads. */
export const uploads = {
  title: 'Emoticons',
  about: 'Pictures that your viewers use in your chat. They also appear in overlays, in replays and in applications.',
  emoticons: 'Emoticons of your channel',
  emoticonsHint: `PNG, WebP or GIF, up to ${emoticon.bytes / 1024} KB and ${emoticon.pixels} × ${emoticon.pixels} pixels. A square picture looks best.`,
  count: (count: number) => `${count} of ${emoticon.count}`,
  none: 'You have not uploaded any emoticons.',
  choose: 'Choose a file',
  name: 'Name',
  nameHint: 'Small letters, digits and underscores.',
  forSubscribers: 'Subscribers only',
  add: 'Add',
  cancel: 'Cancel',
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  removeHint: 'Messages that have it show its name instead.',
  forSubscribersOf: (name: string) => `${name}: subscribers only`,
}

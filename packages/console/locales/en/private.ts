import type { WatchBlock } from '@onair/contract'

const why: Record<Exclude<WatchBlock, 'AGE_NOT_CONFIRMED'>, string> = {
  WATCH_NEEDS_SIGN_IN: 'This channel is private. Sign in to see whether you may watch it.',
  WATCH_NEEDS_PASSWORD: 'This channel is private. Enter the password that the streamer gave you.',
  WATCH_FOR_FOLLOWERS: 'Only followers may watch this channel. Follow it to watch.',
  WATCH_FOR_SUBSCRIBERS: 'Only subscribers may watch this channel. Subscribe to watch.',
  WATCH_FOR_LISTED: 'This channel is private. Only people whom the streamer has listed may watch it.',
}

export const privateTexts = {
  why,
  signIn: 'Sign in',
  password: 'Password of the channel',
  enter: 'Enter',
  noStorage: 'Allow this site to store data in your browser, so that it can remember the password.',
  follow: 'Follow',
  followOne: (name: string) => `Follow ${name}`,
  subscribe: 'Subscribe',
  otherLives: 'See other broadcasts',
}

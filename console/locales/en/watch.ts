import type { ChatBlock } from '@onair/contract'
import { pluralize } from './plural.ts'

const number = new Intl.NumberFormat('en')
const compactNumber = new Intl.NumberFormat('en', { notation: 'compact' })
const viewers = (count: number) => pluralize(count, 'viewer')

/** Why the viewer cannot chat. `left` is the time until they can. */
const chatBlock: Record<ChatBlock['code'], (left: string) => string> = {
  RESTRICTED: () =>
    'You are restricted in this channel. You can chat again after its streamer or a manager lifts the restriction.',
  TEMPORARILY_RESTRICTED: (left) => `You are timed out. You can chat again in ${left}.`,
  REAL_NAME: () => 'Only users with a verified identity can chat. You can verify yours on the home page.',
  MANAGER: () => 'Only managers can chat now.',
  SUBSCRIBER: () => 'Only subscribers can chat now. Subscribe to join.',
  FOLLOWER: () => 'Only followers can chat now. Follow the channel to join.',
  FOLLOWING_PERIOD: (left) => `You followed this channel recently. You can chat in ${left}.`,
  SLOW_MODE: (left) => `Slow mode: you can chat again in ${left}.`,
}

export const watch = {
  page: {
    notFound: 'Channel not found',
    notFoundHint: 'Check the address.',
    adultsOnly: 'This broadcast is for adults only',
    adultsOnlyHint: 'The streamer set an age restriction. You will not be asked again until you close this window.',
    confirmAge: 'I am 19 or older',
    otherLives: 'See other broadcasts',
  },
  lives: {
    title: 'Live now',
    more: 'Show more',
    adult: 'Adults only',
    viewers,
    none: 'No live broadcasts',
    noneInSandbox: 'Start a broadcast of the demo streamer and open it.',
    noneYet: 'Broadcasts appear here as soon as they start.',
    startDemo: 'Start a demo broadcast',
    refresh: 'Refresh',
  },
  player: {
    label: 'Player',
    live: 'Live',
    interrupted: 'The video was interrupted',
    interruptedHint: 'It resumes automatically. You can keep chatting.',
    noVideoYet: 'No video yet. It starts here automatically.',
    noVideo: 'This broadcast has no video. You can still chat.',
    offline: (name: string) => `${name} is offline`,
    offlineHint: 'This page updates automatically when a broadcast starts.',
    viewers,
    video: 'Video of the broadcast',
    unmute: 'Turn sound on',
  },
  info: {
    label: 'About the broadcast',
    adult: 'Adults only',
    followers: (count: number) =>
      count < 10_000 ? pluralize(count, 'follower') : `${compactNumber.format(count)} followers`,
    channelId: 'Channel ID',
    ownChannel: 'This is your channel.',
    studio: 'Go to the studio',
    follow: 'Follow',
    following: 'Following',
    subscribe: 'Subscribe',
    subscribed: (month: number) => `Subscribed, ${pluralize(month, 'month')}`,
    donate: 'Donate',
  },
  chat: {
    title: 'Chat',
    connecting: 'Connecting',
    notice: 'Notice',
    removeNotice: 'Remove the notice',
    empty: 'No messages yet. Be the first to say hello.',
    newest: 'Go to the newest',
    newMessages: (count: number) => pluralize(count, 'new message'),
  },
  line: {
    hidden: 'Hidden message',
    moderate: 'Moderate',
    anonymous: 'Anonymous',
    donated: 'donated',
    subscribed: (month: number) => (month === 1 ? 'subscribed' : `has subscribed for ${month} months`),
    tier: (no: number) => `Tier ${no}`,
  },
  sender: { streamer: 'Streamer', manager: 'Manager', subscriber: 'Subscriber' },
  input: {
    signIn: 'Sign in',
    toChat: 'to chat.',
    message: 'Send a message',
    send: 'Send',
    emoticons: 'Emoticons',
    rateLimited: (left: string) => `You are sending messages too fast. You can chat again in ${left}.`,
    emoticonsOnly: 'The chat is in emoticon mode: you can send emoticons only.',
  },
  chatBlock,
  donate: {
    title: (name: string) => `Donate to ${name}`,
    amount: 'Amount (won)',
    wallet: (balance: string) => `You have ${balance} of play money.`,
    tooMuch: 'The amount is higher than your balance.',
    message: 'Message (optional)',
    messageHint: 'Shown in the chat. Up to 100 characters.',
    submit: (amount: string) => `Donate ${amount}`,
    submitNothing: 'Donate',
  },
  subscribe: {
    title: (name: string) => `Subscribe to ${name}`,
    about: 'Subscribers get a badge in the chat and can chat in subscriber-only mode.',
    current: (month: number) => `You have subscribed for ${pluralize(month, 'month')}.`,
    tier: 'Tier',
    tiers: { 1: 'Tier 1', 2: 'Tier 2' },
    submit: 'Subscribe',
    renew: (month: number) => `Renew for month ${month}`,
  },
  moderation: {
    title: 'Moderate this message',
    putNotice: 'Pin as notice',
    hide: 'Hide message',
    restrictTemporarily: 'Time out',
    restrict: 'Restrict',
  },
  drops: {
    title: (campaign: string) => `Drops: ${campaign}`,
    about: 'Watch broadcasts of this category to earn rewards.',
    minutes: (watched: number, needed: number) => `${watched} of ${needed} min`,
    claim: 'Claim',
    claimReward: (name: string) => `Claim ${name}`,
    claimed: 'Claimed',
  },
  won: (amount: number) => `₩${number.format(amount)}`,
}

/** What is certified: a bot answers in the chat, an overlay only listens, a receiver takes webhooks. */
export const profiles = ['bot', 'overlay', 'receiver'] as const
export type Profile = (typeof profiles)[number]

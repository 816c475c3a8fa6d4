/**
 * The kinds of programs that are certified: a bot answers in the chat, an overlay only listens, a receiver takes
 * webhooks, and a drops service gives the rewards of many claims.
 */
export const profiles = ['bot', 'overlay', 'receiver', 'drops'] as const
export type Profile = (typeof profiles)[number]

export function takesWebhooks(profile: Profile): boolean {
  return profile === 'receiver' || profile === 'drops'
}

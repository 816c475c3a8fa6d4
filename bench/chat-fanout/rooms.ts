/** Who listens where: the same 5,000 connections serve every scenario. */
export const listeners = 5_000
export const channels = 2_000

export const scenarios = ['thousand', 'all', 'channels'] as const
export type Scenario = (typeof scenarios)[number]

/** The rooms that the nth listener is in. */
export function listRoomsOfListener(n: number): string[] {
  return [...(n < 1_000 ? ['thousand'] : []), 'all', `channel-${n % channels}`]
}

/** One chat for each of these rooms makes one chat of the scenario. */
export function listRoomsOfScenario(scenario: Scenario): string[] {
  return scenario === 'channels' ? Array.from({ length: channels }, (_, n) => `channel-${n}`) : [scenario]
}

export function countDeliveries(scenario: Scenario): number {
  return scenario === 'thousand' ? 1_000 : listeners
}

/** A chat of everyday size. Every one has the same length, so that deliveries can be counted in bytes. */
export function createChat(n: number) {
  return {
    channelId: '909501f048b44cf0d5c1d2c0f1f41a2b',
    senderChannelId: '7ce8032370ac5121dcabce7bad375ced',
    chatChannelId: 'N1a2B3',
    profile: { nickname: '온에어지기', badges: [], verifiedMark: false },
    userRoleCode: 'common_user',
    content: `안녕하세요 오늘 방송도 재미있게 보고 있어요 👋 ${1_000_000_000 + n}`,
    emojis: {},
    messageTime: 1_784_000_000_000 + n,
  }
}

/** The same 5,000 clients serve every scenario. */
export const clientCount = 5_000
export const channelCount = 2_000

export const scenarios = ['thousand', 'all', 'channels', 'busy'] as const
export type Scenario = (typeof scenarios)[number]

export function listRoomsOfClient(client: number): string[] {
  return [
    ...(client < busyClients ? ['busy'] : []),
    ...(client < 1_000 ? ['thousand'] : []),
    'all',
    `channel-${client % channelCount}`,
  ]
}

/** A busy channel has 500 messages per second, for 400 ms. */
const busyClients = 100
export const busyMessages = 200
export const busyIntervalMs = 2

/** The rooms that receive one message each in one run of the scenario. */
export function listRoomsOfScenario(scenario: Scenario): string[] {
  return scenario === 'channels' ? Array.from({ length: channelCount }, (_, n) => `channel-${n}`) : [scenario]
}

export function countDeliveries(scenario: Scenario): number {
  if (scenario === 'busy') return busyClients * busyMessages
  return scenario === 'thousand' ? 1_000 : clientCount
}

/** A chat message of usual size. All have the same length, so that the clients can count deliveries in bytes. */
export function createMessage(n: number) {
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

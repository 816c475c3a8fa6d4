import { mainChannel, type ActionLine, type Line } from './lines.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'

export const nights = {
  'night-small': { viewers: 50 },
  'night-busy': { viewers: 2_000 },
  'night-huge': { viewers: 50_000 },
} as const
export type Night = keyof typeof nights

export const nightSec = 3 * 3_600
/** A tenth of the viewers writes, and few write most messages. */
const chatterShare = 0.1
const moments = { everySec: 90, decaySec: 12 }
const donationCascade = { probability: 0.4, withinSec: 40 }
const viewersEverySec = 300

/** An evening of three hours. The same seed gives the same lines. */
export function* generateNight(night: Night, seed: number): Generator<Line> {
  const { viewers } = nights[night]
  const random = seededRandom(seed)
  const audience = createAudience(random, Math.max(20, Math.round(viewers * chatterShare)))
  yield* audience.people
  const state = { heat: 0, nextMomentSec: 30, donations: [] as number[], raidsSec: raidTimes(random), raidUntilSec: 0 }
  yield at(0, 'goLive', { liveTitle: '오늘도 같이 놀아요', viewers: viewersAt(0, viewers) })
  for (let second = 1; second < nightSec; second++) {
    const lines: ActionLine[] = []
    const add = (action: ActionLine['action'], input: object) =>
      lines.push(at(second * 1_000 + random.below(1_000), action, input))
    if (second % viewersEverySec === 0) add('goLive', { viewers: viewersAt(second, viewers) })
    advanceMood(state, second, random)
    if (state.raidsSec.includes(second)) {
      state.raidUntilSec = second + 45
      for (let count = Math.ceil(viewers * 0.002); count > 0; count--) add('follow', { byChannelId: audience.pick() })
    }
    const isRaid = second < state.raidUntilSec
    const messages = random.poisson(messagesPerSec(viewers) * activity(second) * (1 + state.heat) * (isRaid ? 2 : 1))
    for (let count = 0; count < messages; count++)
      add('chat', { byChannelId: audience.pick(), message: writeMessage(random, { heat: state.heat, isRaid }) })
    for (let count = dueDonations(state.donations, second, viewers, random); count > 0; count--)
      add('donate', donation(random, audience.pick()))
    if (random.chance(viewers * 4e-6 * (1 + state.heat)))
      add('subscribe', { byChannelId: audience.pick(), tierNo: random.chance(0.9) ? 1 : 2, month: months(random) })
    if (random.chance(Math.min(0.5, viewers * 8e-6))) add('follow', { byChannelId: audience.pick() })
    yield* lines.toSorted((a, b) => a.atMs - b.atMs)
  }
  yield at(nightSec * 1_000, 'goOffline', {})
}

function at(atMs: number, action: ActionLine['action'], input: object): ActionLine {
  return { kind: 'action', atMs, action, input: { channelId: mainChannel, ...input } }
}

const nameParts = {
  first: ['졸린', '배고픈', '신난', '조용한', '느긋한', '반짝이는', '수상한', '용감한', '행복한', '심심한'],
  second: ['고양이', '너구리', '펭귄', '감자', '수달', '토끼', '참새', '다람쥐', '호랑이', '두부'],
} as const

/** The people who write. Activity follows a power law. */
function createAudience(random: SeededRandom, size: number) {
  const people = Array.from({ length: size }, (_, at) => ({
    kind: 'person' as const,
    channelId: `viewer-${at + 1}`,
    channelName: `${random.pick(nameParts.first)}${random.pick(nameParts.second)}${at + 1}`,
  }))
  return { people, pick: () => `viewer-${1 + Math.floor(size * random.next() ** 2.5)}` }
}

/** Messages per second of a channel grow more slowly than its viewers. */
function messagesPerSec(viewers: number): number {
  return 0.0028 * viewers ** 0.82
}

/** The evening begins and ends with greetings, and is calmer between. */
function activity(second: number): number {
  const edge = Math.min(second, nightSec - second)
  return 0.7 + 0.8 * Math.exp(-edge / 600) + 0.15 * Math.sin(second / 700)
}

function viewersAt(second: number, viewers: number): number {
  const rise = 1 - Math.exp(-(second + 120) / 1_200)
  const fall = Math.min(1, (nightSec - second) / 900 + 0.4)
  return Math.round(viewers * rise * fall)
}

/** Something happens in the stream: many write at once, and calm down within seconds. */
function advanceMood(state: { heat: number; nextMomentSec: number }, second: number, random: SeededRandom) {
  state.heat *= Math.exp(-1 / moments.decaySec)
  if (second < state.nextMomentSec) return
  state.heat += 1 + random.exponential(3)
  state.nextMomentSec = second + 5 + random.exponential(moments.everySec)
}

function raidTimes(random: SeededRandom): number[] {
  return Array.from({ length: 1 + random.below(3) }, () => 1_200 + random.below(nightSec - 2_400))
}

const laughs = ['ㅋㅋㅋ', 'ㅋㅋㅋㅋㅋㅋ', 'ㅋㅋ', 'ㅎㅎ', 'ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋ'] as const
const shouts = ['와', '와 미쳤다', '헐', '대박', '나이스', '가자', 'ㄷㄷ', '???', '이게 되네', 'ㅠㅠ'] as const
const emoticonTexts = [
  '{:laugh:}',
  '{:wow:}',
  '{:love:}{:love:}',
  '{:fire:}{:fire:}{:fire:}',
  '{:cry:}',
  '{:cool:}',
] as const
const talk = [
  '안녕하세요',
  '오늘 방송 몇 시까지 하시나요?',
  '방금 그거 다시 보여 주세요',
  '이 게임 이름이 뭐예요?',
  '저녁 드셨어요?',
  '어제 방송도 재밌었어요',
  '오른쪽에 뭐가 있는데요',
  '그 아이템은 나중에 쓰는 게 좋아요',
  '소리가 조금 작아요',
  '내일도 방송하시나요?',
  '첫 방송부터 보고 있어요',
] as const

function writeMessage(random: SeededRandom, { heat, isRaid }: { heat: number; isRaid: boolean }): string {
  if (isRaid && random.chance(0.5))
    return random.pick(['레이드 왔어요!', '안녕하세요 놀러 왔습니다', '{:heart:} 레이드 {:heart:}'])
  const excited = Math.min(0.9, 0.35 + heat * 0.15)
  if (!random.chance(excited)) return random.pick(talk)
  return random.pick([laughs, shouts, emoticonTexts].map((texts) => random.pick(texts)))
}

/** A donation makes others donate: times of donations still to come are kept, at most 1,000. */
function dueDonations(coming: number[], second: number, viewers: number, random: SeededRandom): number {
  if (random.chance(Math.min(0.8, 0.00012 * viewers ** 0.7))) coming.push(second)
  const due = coming.filter((time) => time <= second).length
  const left = coming.filter((time) => time > second)
  for (let count = 0; count < due; count++)
    if (random.chance(donationCascade.probability))
      left.push(second + 1 + Math.floor(random.exponential(donationCascade.withinSec)))
  coming.splice(0, coming.length, ...left.slice(0, 1_000))
  return due
}

const amounts = [1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000, 3_000, 5_000, 10_000, 10_000, 50_000] as const

function donation(random: SeededRandom, donor: string): object {
  return {
    byChannelId: random.chance(0.05) ? null : donor,
    payAmount: random.pick(amounts),
    donationText: random.pick(['응원합니다!', '오늘도 화이팅', '노래 불러 주세요', '{:heart:}', '']),
    donationType: random.chance(0.1) ? 'VIDEO' : 'CHAT',
  }
}

function months(random: SeededRandom): number {
  return 1 + Math.floor(random.exponential(5))
}

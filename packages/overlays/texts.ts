import type { OverlaySettings, SubscriptionGift } from '@onair/sdk'

type Language = NonNullable<OverlaySettings['alerts']['language']>

const korean = {
  donation: '{name}님이 {amount}원을 후원했습니다!',
  subscription: '{name}님이 {month}개월째 구독 중입니다!',
  gift: '{name}님이 구독 {count}개를 선물했습니다!',
  giftTo: '{name}님이 {receiver}님에게 구독을 선물했습니다!',
  anonymous: '익명',
  follow: '{name}님이 팔로우했습니다!',
  won: (amount: string) => `${amount}원`,
  months: (months: string) => `구독 ${months}개월`,
  goal: '후원 목표',
  subscriptionGoal: '구독 목표',
  subscriptions: (count: string) => `${count}회`,
  votes: (count: string) => `${count}표`,
  pollEnded: '투표 종료',
  ended: '오버레이 주소가 재발급되었습니다. 스튜디오에서 새 주소를 복사하세요.',
}

const english: typeof korean = {
  donation: '{name} donated ₩{amount}!',
  subscription: '{name} subscribed for {month} months!',
  gift: '{name} gifted {count} subscriptions!',
  giftTo: '{name} gifted {receiver} a subscription!',
  anonymous: 'Anonymous',
  follow: '{name} is a new follower!',
  won: (amount) => `₩${amount}`,
  months: (months) => `${months} mo.`,
  goal: 'Donation goal',
  subscriptionGoal: 'Subscription goal',
  subscriptions: (count) => count,
  votes: (count) => (count === '1' ? '1 vote' : `${count} votes`),
  pollEnded: 'ended',
  ended: 'The URL of this overlay was replaced. Copy the new one from the studio.',
}

const texts: Readonly<Record<Language, typeof korean>> = { ko: korean, en: english }

const page = document.documentElement
const browserLanguage = page.lang

/** Sets the language of the texts. Null: that of the browser. */
export function setLanguage(language: Language | null): void {
  page.lang = language ?? browserLanguage
}

export const getTexts = () => (Object.hasOwn(texts, page.lang) ? texts[page.lang as Language] : english)

// Both languages write numbers alike.
const numbers = new Intl.NumberFormat('en')
export const formatNumber = (value: number) => numbers.format(value)

/** The sentence about a gift, as a template with its values. */
export function describeGift({ giver, count, receivers: [receiver] }: SubscriptionGift) {
  const { anonymous, gift, giftTo } = getTexts()
  const params = { name: giver?.channelName ?? anonymous, count: formatNumber(count) }
  return count === 1 && receiver !== undefined
    ? { template: giftTo, params: { ...params, receiver: receiver.channelName } }
    : { template: gift, params }
}

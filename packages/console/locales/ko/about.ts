import type { about as english } from '../en/about.ts'

export const about: typeof english = {
  title: '채널 소개',
  links: '링크',
  share: {
    share: '공유',
    copyAddress: '주소 복사',
    copyEmbed: '웹사이트용 코드 복사',
    otherApp: '다른 앱으로 공유',
    copied: '복사했습니다',
  },
  embed: {
    notFound: '존재하지 않는 채널입니다.',
    notHere: '이 채널은 채널 페이지에서만 시청할 수 있습니다.',
    open: '채널 열기',
  },
  nothing: '아직 채널 소개가 없습니다.',
  bell: {
    turnOn: '방송 시작 알림 메일 받기',
    turnOff: '방송 시작 알림 메일 받지 않기',
    notVerified: '알림을 받으려면 내 계정에서 이메일 주소를 인증하세요.',
  },
  edit: '채널 정보 수정',
  subscribe: {
    title: (name) => `${name} 구독`,
    facts: [
      '이 채널의 채팅에서 이름 옆에 구독자 배지가 표시됩니다.',
      '구독자 전용 채팅에 참여할 수 있습니다.',
      '티어 1과 티어 2의 혜택은 같습니다. 구독 알림에 선택한 티어가 표시됩니다.',
      '결제가 발생하지 않고 가상 머니도 차감되지 않습니다. 구독은 자동으로 끝나지 않으며, 한 달에 한 번 갱신하면 개월 수가 늘어납니다.',
    ],
    current: (month) => `${month}개월째 구독 중입니다.`,
    tier: '티어',
    tiers: { 1: '티어 1', 2: '티어 2' },
    submit: '구독하기',
    renew: (month) => `구독 갱신 (${month}개월째)`,
    renewableFrom: (date) => `${date}부터 갱신할 수 있습니다.`,
    gift: {
      open: '구독 선물하기',
      title: (channelName) => `${channelName} 구독 선물`,
      titleFor: (name) => `${name}님에게 구독 선물`,
      about: '이 채널을 팔로우했거나 최근 24시간 안에 채팅한 사람 중 아직 구독하지 않은 사람에게 무작위로 선물합니다.',
      aboutOne: '이 사용자가 지금부터 이 채널을 구독하게 됩니다.',
      count: '선물할 개수',
      wallet: (won) => `보유한 가상 머니: ${won}`,
      tooMuch: '보유한 가상 머니보다 많습니다.',
      submit: (won) => `${won}에 선물하기`,
      done: (names) => `${names}님에게 구독을 선물했습니다.`,
      received: (name) => `${name}님에게 이 채널의 구독을 선물받았습니다.`,
    },
  },
}

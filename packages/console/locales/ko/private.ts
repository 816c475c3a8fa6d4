import type { privateTexts as en } from '../en/private.ts'

export const privateTexts: typeof en = {
  why: {
    WATCH_NEEDS_SIGN_IN: '비공개 채널입니다. 로그인하면 시청할 수 있는지 확인할 수 있습니다.',
    WATCH_NEEDS_PASSWORD: '비공개 채널입니다. 스트리머에게 받은 비밀번호를 입력하세요.',
    WATCH_FOR_FOLLOWERS: '팔로워만 시청할 수 있는 채널입니다. 팔로우하면 시청할 수 있습니다.',
    WATCH_FOR_SUBSCRIBERS: '구독자만 시청할 수 있는 채널입니다. 구독하면 시청할 수 있습니다.',
    WATCH_FOR_LISTED: '비공개 채널입니다. 스트리머가 지정한 사람만 시청할 수 있습니다.',
  },
  signIn: '로그인',
  password: '채널 비밀번호',
  enter: '입장',
  noStorage: '비밀번호를 기억하려면 브라우저에서 이 사이트의 데이터 저장을 허용하세요.',
  follow: '팔로우',
  followOne: (name) => `${name} 팔로우`,
  subscribe: '구독',
  otherLives: '다른 방송 보기',
}

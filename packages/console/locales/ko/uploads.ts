import { limits } from '@onair/contract'
import type { uploads as english } from '../en/uploads.ts'

const { badge, emoticon } = limits.uploads

export const uploads: typeof english = {
  title: '이모티콘·뱃지',
  about: '내 채팅에서 사용하는 이미지입니다. 오버레이, 다시보기, 애플리케이션에도 표시됩니다.',
  emoticons: '채널 이모티콘',
  emoticonsHint: `PNG, WebP, GIF 파일을 ${emoticon.bytes / 1024}KB 이하, 가로세로 ${emoticon.pixels}픽셀 이하로 등록할 수 있습니다. 정사각형 이미지를 권장합니다.`,
  badges: '구독 뱃지',
  badgesHint: `채팅에서 구독자 이름 앞에 표시됩니다. 구독 개월 수에 맞는 뱃지 중 가장 높은 뱃지가 표시됩니다. PNG, WebP, GIF 파일을 ${badge.bytes / 1024}KB 이하로 등록할 수 있습니다.`,
  noBadges: '등록한 뱃지가 없습니다. 구독자에게 기본 뱃지가 표시됩니다.',
  count: (count, most) => `${count}/${most}`,
  months: '구독 개월 수',
  fromMonth: (month) => `${month}개월 이상`,
  none: '등록한 이모티콘이 없습니다.',
  choose: '파일 선택',
  name: '이름',
  nameHint: '영문 소문자, 숫자, 밑줄(_)만 사용할 수 있습니다.',
  forSubscribers: '구독자 전용',
  add: '등록',
  cancel: '취소',
  remove: '삭제',
  removeNamed: (name) => `${name} 삭제`,
  removeHint: '이 이모티콘을 사용한 메시지에는 이름이 대신 표시됩니다.',
  removeBadgeHint: '구독자에게 이보다 낮은 개월 수의 뱃지나 기본 뱃지가 표시됩니다.',
  forSubscribersOf: (name) => `${name} 구독자 전용`,
}

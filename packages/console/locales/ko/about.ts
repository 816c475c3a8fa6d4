import type { about as english } from '../en/about.ts'

export const about: typeof english = {
  title: '채널 소개',
  links: '링크',
  followers: '팔로워',
  offline: '방송 중이 아닙니다',
  share: '공유',
  copied: '주소를 복사했습니다',
  nothing: '아직 채널 소개가 없습니다.',
  edit: '채널 정보 수정',
}

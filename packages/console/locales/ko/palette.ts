import type { palette as english } from '../en/palette.ts'

export const palette: typeof english = {
  title: '검색',
  search: '채널, 방송, 페이지, 애플리케이션, API 검색',
  searchAsGuest: '채널, 방송, 카테고리, 투표 검색',
  registerApp: '애플리케이션 등록',
  none: (text) => `‘${text}’에 대한 검색 결과가 없습니다.`,
  noneHint: '채널, 방송, 카테고리, 페이지, API 이름의 일부만 입력해도 찾을 수 있습니다.',
  page: '페이지와 작업',
  app: '애플리케이션',
  campaign: '캠페인',
  live: '방송 중',
  poll: '진행 중인 투표',
  category: '카테고리',
  livesIn: (count) => `방송 ${count}개`,
  viewers: (count) => `시청자 ${count.toLocaleString('ko')}명`,
  followers: (count) => `팔로워 ${count.toLocaleString('ko')}명`,
  channel: '방송 중이 아닌 채널',
  operation: '레퍼런스',
  setting: '설정',
  record: '기록',
  inContent: '내용에 포함',
  keys: [
    { keys: ['↑', '↓'], action: '선택' },
    { keys: ['Enter'], action: '열기' },
    { keys: ['Esc'], action: '닫기' },
  ],
}

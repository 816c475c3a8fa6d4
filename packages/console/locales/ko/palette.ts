import type { palette as english } from '../en/palette.ts'

export const palette: typeof english = {
  title: '검색',
  search: '페이지, 애플리케이션, 캠페인, 채널, API, 기록 검색',
  registerApp: '애플리케이션 등록',
  none: '검색 결과가 없습니다.',
  page: '페이지와 작업',
  app: '애플리케이션',
  campaign: '캠페인',
  channel: '채널',
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

import type { poll as english } from '../en/poll.ts'

export const poll: typeof english = {
  title: '투표',
  left: (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} 남음`,
  votes: (votes) => `${votes.toLocaleString('ko')}표`,
  vote: (option) => `${option}에 투표`,
  own: '내 선택',
  most: '최다 득표',
  guest: '로그인하면 투표할 수 있습니다.',
  end: '종료',
  delete: '삭제',
  deleteTitle: '투표 삭제',
  deleteAbout: '투표와 결과를 채팅에서 삭제합니다.',
  start: '투표 시작하기',
  question: '질문',
  option: (at) => `항목 ${at}`,
  addOption: '항목 추가',
  removeOption: (at) => `항목 ${at} 삭제`,
  duration: '진행 시간',
  durations: (seconds) => (seconds < 60 ? `${seconds}초` : `${seconds / 60}분`),
  startNow: '시작',
  result: '투표 종료',
}

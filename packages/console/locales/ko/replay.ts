import type { replay as english } from '../en/replay.ts'

const megabytes = new Intl.NumberFormat('ko', { maximumFractionDigits: 0 })

export const replay: typeof english = {
  title: '다시보기',
  adult: '19세 이상',
  video: '다시보기 영상',
  cannotPlay: '다시보기를 재생할 수 없습니다',
  cannotPlayHint: '파일이 삭제되었거나 이 브라우저가 지원하지 않는 영상입니다.',
  notFound: '다시보기를 찾을 수 없습니다',
  notFoundHint: '삭제되었거나 주소가 잘못되었습니다.',
  toChannel: (name) => `${name} 채널로 이동`,
  chat: '방송 당시 채팅',
  emptyChat: '아직 채팅이 없습니다.',
  delete: '삭제',
  deleteOf: (title) => `“${title}” 삭제`,
  deleteTitle: '다시보기 삭제',
  deleteQuestion: (title) => `“${title}” 다시보기를 삭제하면 복구할 수 없습니다. 삭제할까요?`,
  clips: {
    title: '클립',
    by: (name) => `${name}님이 만든 클립`,
    make: '클립',
    makeHint: '최근 1분을 클립으로 만들기',
    making: '클립을 만드는 중입니다…',
    made: '클립을 만들었습니다.',
    failed: '클립을 만들지 못했습니다. 다시 시도하세요.',
    open: '클립 보기',
    video: '클립 영상',
    download: '다운로드',
    notFound: '클립을 찾을 수 없습니다',
    deleteTitle: '클립 삭제',
    deleteQuestion: (title) => `“${title}” 클립을 삭제하면 복구할 수 없습니다. 삭제할까요?`,
  },
  studio: {
    about: '방송을 녹화한 영상입니다. 시청자는 채널 페이지에서 볼 수 있습니다.',
    off: '방송을 녹화하지 않고 있습니다.',
    unavailable: '이 사이트에서는 방송 녹화가 꺼져 있습니다. 녹화하려면 운영자에게 문의하세요.',
    settings: '방송 설정',
    none: '아직 녹화된 방송이 없습니다.',
    columns: { live: '방송', started: '시작', length: '길이', size: '용량', action: '관리' },
    size: (bytes) => `${megabytes.format(Math.max(1, bytes / 1e6))}MB`,
  },
}

import type { video as english } from '../en/video.ts'

const number = new Intl.NumberFormat('ko')
const seconds = new Intl.NumberFormat('ko', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const video: typeof english = {
  video: '방송 영상',
  controls: '재생 제어',
  play: '재생',
  pause: '일시 정지',
  mute: '음소거',
  unmute: '음소거 해제',
  volume: '음량',
  live: '실시간',
  toEdge: '실시간으로',
  quality: '화질',
  automatic: (height) => (height > 0 ? `자동 (${height}p)` : '자동'),
  theatre: '극장 모드',
  fullScreen: '전체 화면',
  exitFullScreen: '전체 화면 종료',
  pictureInPicture: 'PIP 모드',
  statisticsTitle: '재생 정보',
  statistics: ({ latencySec, height, lostFrames }) =>
    [
      ...(latencySec === null ? [] : [`지연 ${seconds.format(latencySec)}초`]),
      ...(height > 0 ? [`${height}p`] : []),
      `손실 ${number.format(lostFrames)}프레임`,
    ].join(', '),
  states: {
    playing: '영상이 재생 중입니다.',
    playingMuted: '영상이 음소거 상태로 재생 중입니다.',
    paused: '영상이 일시 정지되었습니다.',
    waiting: '영상을 불러오는 중입니다.',
    blocked: '브라우저가 자동 재생을 차단했습니다. 재생 버튼을 누르세요.',
  },
  problems: {
    unsupported: '이 브라우저에서는 재생할 수 없는 영상입니다.',
    offline: '인터넷에 연결되어 있지 않습니다. 다시 연결되면 영상이 이어집니다.',
    interrupted: '방송 화면이 수신되지 않습니다. 다시 수신되면 자동으로 재생됩니다.',
    slow: '네트워크 속도가 느려 영상이 끊길 수 있습니다.',
  },
}

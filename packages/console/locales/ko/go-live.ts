import type { goLive as english } from '../en/go-live.ts'

const number = new Intl.NumberFormat('ko')
const seconds = (count: number) => `${number.format(count)}초`

export const goLive: typeof english = {
  title: '방송 시작',
  changeTitle: '화면과 소리 변경',
  source: '방송 화면',
  sources: { camera: '카메라', screen: '화면 공유', none: '영상 없이' },
  noneAbout:
    '시청자에게 영상 대신 안내 화면이 표시됩니다. 채팅, 후원, 이벤트는 정상적으로 이용할 수 있습니다. 나중에 인코더를 연결해도 됩니다.',
  toEncoder: 'OBS 등 인코더로 방송하기',
  preview: '방송 화면 미리보기',
  previewEmpty: { camera: '카메라를 켜는 중입니다…', screen: '공유할 화면을 선택하세요' },
  share: '화면 또는 창 선택',
  shareOther: '다른 화면 선택',
  camera: '카메라',
  microphone: '마이크',
  noMicrophone: '마이크 사용 안 함',
  standard: '기본 장치',
  quality: '화질',
  qualityOption: (name, mbps) => `${name} · ${number.format(mbps)} Mbps`,
  small: '360p도 함께 송출',
  smallHint: '네트워크가 느린 시청자를 위한 화질입니다. PC 사양이 높아야 합니다.',
  level: '마이크 입력 음량',
  silent: '소리가 들어오지 않습니다. 마이크가 음소거 상태인지 확인하세요.',
  start: '방송 시작',
  startWithout: '영상 없이 방송 시작',
  apply: '적용',
  addVideo: '카메라 또는 화면 추가',
  takeOver: '여기에서 방송하기',
  elsewhere: '다른 창이나 인코더에서 방송 중입니다. 여기에서 방송하면 기존 송출은 중단됩니다.',
  missing: {
    INSECURE_CONTEXT:
      '카메라는 HTTPS 페이지나 이 컴퓨터(localhost)에서만 사용할 수 있습니다. HTTPS로 접속하거나 인코더를 사용하세요.',
    NO_DEVICES: '이 브라우저에서는 카메라를 사용할 수 없습니다. 다른 브라우저나 인코더를 사용하세요.',
    NO_ENCODER:
      '이 브라우저는 방송에 필요한 H.264 인코딩을 지원하지 않습니다. Chrome, Edge 등 Chromium 기반 브라우저나 인코더를 사용하세요.',
  },
  problems: {
    REFUSED: '카메라 또는 마이크 권한이 차단되어 있습니다. 주소 표시줄에서 권한을 허용한 뒤 다시 시도하세요.',
    REFUSED_BY_SYSTEM:
      '운영체제에서 브라우저의 카메라 또는 마이크 사용을 차단했습니다. 개인정보 보호 설정에서 허용한 뒤 다시 시도하세요.',
    BUSY: '다른 프로그램이 카메라 또는 마이크를 사용 중입니다. 해당 프로그램을 종료한 뒤 다시 시도하세요.',
    NO_CAMERA: '카메라를 찾을 수 없습니다. 카메라를 연결하거나 화면을 공유하세요.',
    NO_MICROPHONE: '마이크를 찾을 수 없습니다. 마이크를 연결하거나 ‘마이크 사용 안 함’을 선택하세요.',
    NOT_SHARED: '아직 공유 중인 화면이 없습니다.',
    CAPTURE_FAILED: '카메라 또는 화면을 불러오지 못했습니다. 다시 시도하거나 다른 장치를 선택하세요.',
  },
  retry: '다시 시도',
  onAir: '이 창에서 방송 중입니다. 다른 창을 사용해도 되지만 이 창을 닫으면 방송이 중단됩니다.',
  muteMicrophone: '마이크 끄기',
  unmuteMicrophone: '마이크 켜기',
  change: '장치 변경',
  lostPicture: '영상이 중단되었습니다. 카메라 연결이 끊겼거나 화면 공유가 종료되었습니다.',
  choosePicture: '화면 다시 선택',
  interrupted: '페이지를 새로 불러와 송출이 멈췄습니다. 30초 안에 이어서 방송하지 않으면 방송이 종료됩니다.',
  resume: '이어서 방송하기',
  over: {
    TAKEN_OVER: '다른 창이나 인코더에서 방송을 이어받았습니다. 이 창에서는 더 이상 송출하지 않습니다.',
    LIVE_ENDED: '방송이 종료되어 이 창에서는 더 이상 송출하지 않습니다.',
    ENDED: '이 창에서는 더 이상 송출하지 않습니다.',
    ENCODER_FAILED: '브라우저에서 영상을 인코딩하지 못했습니다. 화질을 낮춰 다시 방송을 시작하세요.',
  },
  dismiss: '닫기',
  health: {
    title: '송출 상태',
    figures: '송출 정보',
    history: '최근 몇 분간의 비트레이트',
    source: '송출 방식',
    sources: { page: '브라우저 송출', encoder: '인코더 송출', test: '테스트 영상' },
    states: { starting: '영상 대기 중', live: '수신 중', interrupted: '끊김' },
    state: '상태',
    bitrate: '비트레이트',
    kbps: (kbps) => (kbps < 1_000 ? `${kbps} kbps` : `${number.format(Math.round(kbps / 100) / 10)} Mbps`),
    picture: '해상도',
    size: (width, height, fps) => `${width}×${height}, ${Math.round(fps)}fps`,
    codecs: '코덱',
    keyFrames: '키프레임 간격',
    every: (sec) => seconds(Math.round(sec * 10) / 10),
    lost: '손실',
    lostBatches: (count) => `${number.format(count)}회`,
    reconnects: '재연결',
    reconnectCount: (count) => `${number.format(count)}회`,
    behind: '시청 지연',
    behindSec: (sec) => seconds(Math.round(sec * 10) / 10),
    waiting: (sec) => `네트워크가 느려 ${seconds(sec)} 분량의 영상이 전송 대기 중입니다. 화질을 자동으로 낮췄습니다.`,
    droppedFrames: '이 화질을 처리하기에 PC 성능이 부족해 일부 프레임이 누락됩니다. 더 낮은 화질을 선택하세요.',
  },
  hints: {
    WRONG_KEY: () => '스트림키가 올바르지 않아 인코더 연결이 거부되었습니다. 스트림키를 다시 복사해 입력하세요.',
    NO_KEY_FRAME: () =>
      '아직 키프레임이 수신되지 않아 시청자에게 영상이 보이지 않습니다. 인코더의 키프레임 간격을 2초로 설정하세요.',
    KEY_FRAME_INTERVAL_TOO_LONG: () => '키프레임 간격이 최대 10초를 넘어 송출이 거부되었습니다. 2초로 설정하세요.',
    KEY_FRAME_INTERVAL_LONG: ({ seconds: sec }) =>
      `키프레임 간격이 ${sec}초입니다. 저지연을 지원하지 않는 환경에서는 지연이 길어집니다. 2초로 설정하세요.`,
    UNSUPPORTED_VIDEO_CODEC: ({ codec }) => `지원하지 않는 비디오 코덱(${codec})입니다. H.264를 사용하세요.`,
    UNSUPPORTED_AUDIO_CODEC: ({ codec }) =>
      `지원하지 않는 오디오 코덱${codec === undefined ? '' : `(${codec})`}입니다. 모노나 스테레오 AAC를 사용하세요.`,
    UNSUPPORTED_SIZE: () => '지원하지 않는 해상도입니다. 최대 1920×1080까지 사용할 수 있습니다.',
    NO_AUDIO: () => '송출 영상에 소리가 없습니다. 마이크나 인코더의 오디오 설정을 확인하세요.',
    NO_VIDEO: () =>
      '소리만 들어오고 화면이 들어오지 않아 시청자에게는 화면이 없거나 멈춰 보입니다. 카메라나 인코더의 비디오 설정을 확인하세요.',
    UPLOAD_TOO_SLOW: ({ behindSec }) =>
      `영상이 ${behindSec}초 늦게 도착하고 있습니다. 비트레이트에 비해 네트워크가 느립니다. 화질을 낮추세요.`,
    UPLOAD_TOO_FAST: ({ kbps }) => `비트레이트가 최대 ${kbps} kbps를 초과했습니다. 비트레이트를 낮추세요.`,
    CLOCK_JUMPS: ({ count }) =>
      `영상 시간이 ${count}회 어긋나 화면이 잠시 멈췄습니다. 인코더 설정이나 PC 과부하 여부를 확인하세요.`,
    BATCHES_LOST: ({ count }) =>
      `네트워크가 오래 끊겨 영상 일부(${count}개 구간)가 누락되었습니다. 시청자 화면은 그만큼 건너뜁니다.`,
    INTERRUPTED: ({ leftSec }) => `영상이 들어오지 않습니다. ${leftSec}초 안에 다시 들어오지 않으면 방송이 종료됩니다.`,
    ENDED: () => '영상이 더 이상 들어오지 않아 방송이 종료되었습니다.',
    INVALID_PACKETS: () => '손상된 영상 일부를 제외했습니다.',
    LIVE_ELSEWHERE: () =>
      '이미 다른 인코더나 스튜디오에서 방송 중이어서 인코더 연결이 거부되었습니다. 기존 송출을 먼저 중단하세요.',
    TOO_MANY_VIDEOS: () => '서버에서 동시에 진행할 수 있는 방송 수를 초과해 송출이 거부되었습니다.',
  },
}

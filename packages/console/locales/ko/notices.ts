import type { notices as english } from '../en/notices.ts'

export const notices: typeof english = {
  title: '방송 알림',
  about: '방송이 시작되고 1분 뒤에 알림을 보냅니다. 같은 채널의 알림은 한 시간에 한 번만 보냅니다.',
  isOn: '방송 알림 켜짐',
  isOff: '방송 알림 꺼짐',
  start: (name) => `${name} 방송 시작 알림`,
  unreachable: '먼저 알림 받는 방법을 켜세요.',
  ways: '알림 받는 방법',
  browser: '이 브라우저',
  browsers: {
    on: '사이트를 닫아도 알림을 받습니다',
    off: '꺼짐',
    denied: '브라우저에서 차단되어 있습니다. 주소창 왼쪽의 사이트 설정에서 알림을 허용하세요.',
    dismissed: '알림이 허용되지 않았습니다. 다시 켠 다음 ‘허용’을 선택하세요.',
    unsupported: '이 브라우저는 알림을 지원하지 않습니다. iPhone에서는 먼저 이 사이트를 홈 화면에 추가하세요.',
  },
  mail: '이메일',
  verify: '이메일 주소를 인증하면 받을 수 있습니다',
  settings: '전체 알림 설정',
  channels: '알림을 받는 채널',
  none: '채널의 종 모양 버튼을 켜면 알림을 받을 수 있습니다.',
  turnOff: '알림 끄기',
  turnOffOf: (name) => `${name} 알림 끄기`,
}

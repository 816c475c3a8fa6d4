import type { about as english } from '../en/about.ts'

export const about: typeof english = {
  title: '채널 소개',
  links: '링크',
  share: {
    share: '공유',
    copyAddress: '주소 복사',
    copyEmbed: '웹사이트용 코드 복사',
    otherApp: '다른 앱으로 공유',
    copied: '복사했습니다',
  },
  embed: {
    notFound: '존재하지 않는 채널입니다.',
    notHere: '이 채널은 채널 페이지에서만 시청할 수 있습니다.',
    open: '채널 열기',
  },
  schedule: {
    title: '방송 일정',
    cancelled: '취소됨',
    all: (count) => `${count}개 모두 보기`,
    calendar: '캘린더에 추가 (iCalendar)',
  },
  nothing: '아직 채널 소개가 없습니다.',
  bell: {
    isOn: '방송 알림 켜짐',
    isOff: '방송 알림 꺼짐',
    turnOn: '방송 시작 알림 받기',
    turnOff: '방송 시작 알림 끄기',
    browserOn: '이 브라우저에서 알림 받기',
    browserOff: '이 브라우저의 알림 끄기',
    unreachable: '이 브라우저의 알림을 켜거나 내 계정에서 이메일 주소를 인증하면 알림을 받을 수 있습니다.',
    refused: '브라우저에서 알림이 차단되어 있습니다. 브라우저 설정에서 이 사이트의 알림을 허용하세요.',
  },
  edit: '채널 정보 수정',
}

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
    turnOn: '방송 시작 알림 메일 받기',
    turnOff: '방송 시작 알림 메일 받지 않기',
    notVerified: '알림을 받으려면 내 계정에서 이메일 주소를 인증하세요.',
  },
  edit: '채널 정보 수정',
}

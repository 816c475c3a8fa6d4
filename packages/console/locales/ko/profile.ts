import { limits } from '@onair/contract'
import type { profile as english } from '../en/profile.ts'

export const profile: typeof english = {
  title: '채널 정보',
  about: '방송하지 않을 때도 채널 페이지에 표시되는 정보입니다.',
  open: '채널 페이지 열기',
  picture: {
    title: '프로필 이미지',
    about: '사이트 전체와 애플리케이션에서 채널 이름과 함께 표시됩니다.',
    choose: '이미지 선택',
    change: '이미지 변경',
    remove: '삭제',
    crop: '표시할 영역 선택',
    cropHint: '이미지를 끌거나 방향키로 위치를 맞추세요.',
    zoom: '확대',
    save: '이미지 저장',
    notAPicture: '브라우저에서 열 수 없는 파일입니다. PNG 또는 JPEG 이미지를 선택하세요.',
  },
  handle: {
    title: '짧은 주소',
    label: '주소',
    hint: `영문자, 숫자, 밑줄(_)로 ${limits.handleLengthMin}~${limits.handleLength}자를 입력하세요. 방송에서 말로 알려 주기 쉬운 주소가 좋습니다.`,
    kept: `주소를 변경하면 이전 주소도 ${limits.handleKeptDays}일 동안 내 채널로 연결됩니다. 그동안 이전 주소로 되돌릴 수는 있지만 다른 주소로 다시 변경할 수는 없습니다.`,
    former: (handle, date) => `@${handle}: ${date}까지 내 채널로 연결됩니다.`,
    copy: '내 주소',
  },
  hook: {
    title: 'Discord·Slack 방송 알림',
    about:
      '방송을 시작하고 1분이 지나면 방송 제목과 주소를 채팅 서비스에 올립니다. 한 시간에 한 번까지 올리며 비공개 채널은 제외됩니다.',
    url: '웹훅 주소',
    urlHint: 'Discord(채널 설정 > 연동), Slack 또는 Slack 형식을 지원하는 서비스의 웹훅 주소를 입력하세요.',
    add: '저장',
    test: '테스트 메시지 보내기',
    tested: '메시지를 보냈습니다.',
    remove: '삭제',
    states: {
      NEW: '아직 보낸 메시지가 없습니다',
      WAITING: '메시지를 보내는 중입니다',
      SENT: '마지막 메시지를 보냈습니다',
      FAILED: '마지막 메시지를 보내지 못했습니다',
    },
    failures: {
      notReadable: '저장된 주소를 읽을 수 없습니다. 다시 입력하세요.',
      status: (status) => `서비스가 오류로 응답했습니다(상태 코드 ${status}). 주소를 확인하세요.`,
      address: '이 주소로는 메시지를 보낼 수 없습니다.',
      noResponse: '서비스가 응답하지 않았습니다.',
      ended: '메시지를 보내기 전에 방송이 종료되었습니다.',
    },
  },
  text: {
    title: '소개와 링크',
    introduction: '채널 소개',
    introductionHint: (count) => `${count}/${limits.introductionLength}자. 주소를 입력하면 링크로 표시됩니다.`,
    links: '링크',
    linksHint: `팬카페, 동영상 채널, 디스코드 등 ${limits.channelLinks}개까지 추가할 수 있습니다.`,
    label: '이름',
    url: '주소',
    urlPlaceholder: 'https://',
    add: '링크 추가',
    remove: (label) => `링크 삭제: ${label}`,
  },
}

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

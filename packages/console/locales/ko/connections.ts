import type { connections as english } from '../en/connections.ts'

export const connections: typeof english = {
  page: {
    title: '연결된 애플리케이션',
    about: '회원님이 권한을 허용한 애플리케이션입니다. 사용하지 않는 애플리케이션은 연결을 끊으세요.',
    none: '연결된 애플리케이션이 없습니다',
    noneYet: '봇이나 오버레이 같은 애플리케이션에 권한을 허용하면 여기에 표시됩니다.',
    home: '홈으로 이동',
    by: (maker) => `개발자: ${maker}`,
    ownOverlay: '내 스튜디오의 오버레이',
    permissions: (count) => `권한 ${count}개`,
    noPermissions: '현재 허용된 권한이 없습니다.',
    allowed: '허용 시각',
    firstUsed: '첫 사용',
    lastUsed: '최근 사용',
    report: '신고…',
    reportApp: (name) => `${name} 신고`,
    disconnect: '연결 끊기…',
    disconnectApp: (name) => `${name} 연결 끊기`,
    confirmTitle: (name) => `${name}의 연결을 끊을까요?`,
    consequences: {
      tokens: '이 애플리케이션은 즉시 회원님의 채널에 접근할 수 없게 됩니다.',
      sessions: (count) =>
        `채널의 이벤트도 더 이상 받을 수 없습니다.${count === 0 ? '' : ` 현재 열려 있는 세션은 ${count}개입니다.`}`,
      overlay:
        'OBS에 등록한 URL을 더 이상 사용할 수 없습니다. 다시 표시하려면 스튜디오 > 오버레이에서 URL을 새로 발급하세요.',
      again: '다시 사용하려면 동의 화면에서 다시 허용해야 합니다.',
    },
    confirm: '연결 끊기',
  },
  scopes: { reads: '보기', writes: '변경', risky: '주의' },
}

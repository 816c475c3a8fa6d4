import type { connections as english } from '../en/connections.ts'

export const connections: typeof english = {
  page: {
    title: '연결된 애플리케이션',
    about: '회원님이 권한을 허용한 애플리케이션입니다. 사용하지 않는 애플리케이션은 연결을 끊으세요.',
    none: '연결된 애플리케이션이 없습니다',
    noneYet: '봇이나 오버레이 같은 애플리케이션에 권한을 허용하면 여기에 표시됩니다.',
    home: '홈으로 이동',
    by: (maker) => `개발자: ${maker}`,
    permissions: '권한',
    noPermissions: '현재 허용된 권한이 없습니다.',
    allowed: '허용일',
    firstUsed: '처음 사용',
    lastUsed: '마지막 사용',
    disconnect: '연결 끊기…',
    disconnectApp: (name) => `${name} 연결 끊기`,
    confirmTitle: (name) => `${name}의 연결을 끊을까요?`,
    consequences: {
      tokens: '이 애플리케이션에 발급된 회원님의 토큰이 모두 즉시 폐기됩니다.',
      sessions: (count) =>
        `${count === 0 ? '열려 있는 소켓이 있으면' : `열려 있는 소켓 ${count}개에`} revoked 메시지가 전송되고, 이후 회원님 채널의 이벤트는 전송되지 않습니다.`,
      again: '다시 사용하려면 동의 화면에서 다시 허용해야 합니다.',
    },
    confirm: '연결 끊기',
  },
  scopes: { reads: '보기', writes: '변경', risky: '주의' },
}

import { limits } from '@onair/contract'
import type { account as english } from '../en/account.ts'

export const account: typeof english = {
  page: {
    title: '내 계정',
    email: '이메일',
    channelName: '채널 이름',
    channelNameHint: `1~${limits.channelNameLength}자로 입력하세요.`,
    rename: '채널 이름 변경',
    renameHint: '이전에 보낸 메시지와 이벤트에는 기존 이름이 남습니다. 한 시간에 다섯 번까지 변경할 수 있습니다.',
    channelId: '채널 ID',
    created: '가입일',
    identity: '본인 인증',
    verified: '인증 완료',
    notVerified: '미인증',
    whyVerify: '일부 채널에서는 본인 인증을 한 사용자만 채팅할 수 있습니다.',
    verify: '본인 인증하기',
    cannotVerify: '이 사이트는 본인 인증을 제공하지 않습니다.',
  },
  password: {
    title: '비밀번호 변경',
    about: '변경하면 다른 브라우저에서는 모두 로그아웃됩니다.',
    current: '현재 비밀번호',
    new: '새 비밀번호',
    newHint: '8자 이상 입력하세요. 길수록 안전합니다.',
    endConnections: '연결된 애플리케이션과 오버레이의 접근 권한도 모두 해제',
    endConnectionsHint:
      '다른 사람이 비밀번호를 알고 있을 수 있다면 선택하세요. 방송 프로그램에 등록한 오버레이는 주소를 새로 발급받아야 합니다.',
    change: '비밀번호 변경',
    changed: (sessions, connections) =>
      [
        '비밀번호를 변경했습니다.',
        ...(sessions === 0 ? [] : [`다른 브라우저 ${sessions}개에서 로그아웃했습니다.`]),
        ...(connections === 0 ? [] : [`애플리케이션 ${connections}개의 권한을 해제했습니다.`]),
      ].join(' '),
  },
  changeEmail: {
    title: '이메일 변경',
    about: '변경한 이메일로 로그인합니다. 로그인 상태와 연결된 애플리케이션의 권한은 유지됩니다.',
    new: '새 이메일',
    password: '비밀번호',
    change: '이메일 변경',
    changed: (email) => `이메일을 변경했습니다. 이제 ${email} 주소로 로그인하세요.`,
  },
  verification: {
    verified: '인증된 이메일입니다.',
    notVerified: '아직 인증하지 않았습니다. 메일에 있는 링크를 눌러 인증하세요.',
    send: '인증 메일 다시 보내기',
    sent: '인증 메일을 보냈습니다. 메일함을 확인하세요.',
    notSent: '오늘은 더 보낼 수 없습니다. 이미 받은 메일을 확인하거나 내일 다시 시도하세요.',
  },
  sessions: {
    title: '로그인된 브라우저',
    about:
      '14일 동안 사용하지 않거나 로그인한 지 30일이 지나면 세션이 종료됩니다. 모르는 세션이 있으면 종료하고 비밀번호를 변경하세요.',
    current: '현재 브라우저',
    lastUsed: '최근 사용:',
    signedIn: '로그인 시각:',
    network: 'IP 주소:',
    unknownDevice: '알 수 없는 브라우저',
    device: (browser, system) => `${browser} · ${system}`,
    end: '세션 종료',
    endOne: (device) => `세션 종료: ${device}`,
    everywhere: '모든 기기에서 로그아웃…',
    confirmTitle: '모든 기기에서 로그아웃할까요?',
    confirm: '모두 로그아웃',
    consequences: {
      all: '이 브라우저를 포함한 모든 세션이 종료됩니다.',
      apps: '연결된 애플리케이션의 권한은 유지됩니다.',
    },
  },
  data: {
    title: '내 데이터',
    about:
      '계정, 채널, 애플리케이션, 채팅, 후원, 드롭스 등 저장된 모든 데이터를 JSON 파일로 내려받습니다. Client Secret과 스트림키는 포함되지 않습니다.',
    download: '데이터 내려받기',
    progress: (entries) => `${entries}건을 불러왔습니다…`,
    done: (entries) => `${entries}건을 파일에 저장했습니다.`,
  },
  deletion: {
    title: '계정 삭제',
    about: '삭제한 계정은 되돌릴 수 없으며 운영자도 복구할 수 없습니다.',
    lost: '삭제되는 항목',
    consequences: {
      channel: (followers, subscribers) =>
        `채널과 팔로워 ${followers}명, 구독자 ${subscribers}명, 채팅, 설정, 스트림키가 삭제됩니다. 진행 중인 방송은 종료됩니다.`,
      apps: (apps, users) =>
        `애플리케이션 ${apps}개와 Client Secret, 웹훅, 캠페인이 삭제됩니다.${users === 0 ? '' : ` 사용자 ${users}명의 연결이 끊어집니다.`}`,
      connectedApps: (count) =>
        count === 0
          ? '열려 있는 소켓이 모두 종료됩니다.'
          : `연결된 애플리케이션 ${count}개의 액세스 토큰이 폐기되고, 열려 있는 소켓이 모두 종료됩니다.`,
      messages: '다른 채널에 남긴 채팅, 팔로우, 구독, 관리자 권한과 드롭스 내역이 삭제됩니다.',
    },
    kept: '남는 항목',
    keptDonations: '다른 채널에 보낸 후원과 구독 기록은 이름과 내용을 지운 상태로 남습니다.',
    typeName: (name) => `확인을 위해 채널 이름을 입력하세요: ${name}`,
    password: '비밀번호',
    delete: '계정 삭제',
    failed: '계정을 삭제하지 못했습니다',
  },
}

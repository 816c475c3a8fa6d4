import { deviceOf, limits } from '@onair/contract'
import type { MailStrings } from '../mail-text.ts'
import { maskEmail } from '../mask-email.ts'

export const ko: MailStrings = {
  footer: (site) => `${site}에서 보낸 발신 전용 메일입니다. 회신하셔도 답변을 받으실 수 없습니다.`,
  unsubscribe: '알림 메일 수신 거부',
  orOpen: '버튼이 눌리지 않으면 아래 주소를 브라우저에 붙여넣으세요.',
  VERIFY_EMAIL: (_data, _formatDate, site) => ({
    subject: '이메일 주소를 인증해 주세요',
    before: [
      '안녕하세요.',
      `${site} 계정에 등록된 이메일 주소입니다. 본인이 등록했다면 아래 버튼을 눌러 인증을 완료해 주세요.`,
    ],
    button: '이메일 인증하기',
    after: [
      '링크는 7일 동안 사용할 수 있습니다.',
      '등록한 적이 없다면 이 메일을 무시하셔도 됩니다. 인증하지 않은 주소로는 아무것도 확인되지 않습니다.',
    ],
  }),
  RESET_PASSWORD: () => ({
    subject: '비밀번호 재설정 안내',
    before: ['안녕하세요.', '비밀번호 재설정을 요청하셨습니다. 아래 버튼을 눌러 새 비밀번호를 설정해 주세요.'],
    button: '비밀번호 재설정하기',
    after: [
      '링크는 30분 동안 한 번만 사용할 수 있습니다. 비밀번호를 변경하면 모든 기기에서 로그아웃됩니다.',
      '요청한 적이 없다면 이 메일을 무시하세요. 비밀번호는 변경되지 않습니다.',
    ],
  }),
  PASSWORD_CHANGED: ({ at, isFirstOwner = false }, formatDate) => ({
    subject: '비밀번호가 변경되었습니다',
    before: ['안녕하세요.', '회원님의 비밀번호가 변경되었습니다.'],
    facts: [['변경 일시', formatDate(at)]],
    button: '비밀번호 재설정하기',
    after: [
      '본인이 변경했다면 따로 하실 일이 없습니다. 변경한 적이 없다면 지금 바로 비밀번호를 재설정해 주세요.',
      ...(isFirstOwner
        ? [
            '인증되지 않았던 주소이므로 다른 사람이 이 계정을 사용했을 수 있습니다. 이에 대비해 스트림키, 오버레이, 웹훅, 채널 관리자, 사이트 운영 권한, 연결된 애플리케이션, 애플리케이션의 Client Secret과 토큰을 모두 교체하거나 삭제했습니다. 필요한 항목은 다시 설정해 주세요.',
          ]
        : []),
    ],
  }),
  EMAIL_CHANGED: ({ at, newEmail }, formatDate) => ({
    subject: '이메일 주소가 변경되었습니다',
    before: ['안녕하세요.', '회원님 계정의 이메일 주소가 변경되었습니다. 앞으로 이 주소로는 로그인할 수 없습니다.'],
    facts: [
      ['변경 일시', formatDate(at)],
      ['새 이메일', maskEmail(newEmail)],
    ],
    after: ['변경한 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 사이트 운영자에게 바로 알려 주세요.'],
  }),
  NEW_SIGN_IN: ({ at, userAgent, network }, formatDate) => ({
    subject: '새로운 기기에서 로그인했습니다',
    before: ['안녕하세요.', '처음 사용하는 기기에서 회원님의 계정에 로그인했습니다.'],
    facts: [
      ['로그인 일시', formatDate(at)],
      ['기기', nameDevice(userAgent)],
      ...(network === null ? [] : [['IP 주소', network] as const]),
    ],
    button: '로그인 내역 확인하기',
    after: [
      '본인이 로그인했다면 따로 하실 일이 없습니다. 본인이 아니라면 모든 기기에서 로그아웃하고 비밀번호를 변경해 주세요.',
    ],
  }),
  SECOND_FACTOR_CHANGED: ({ at, isOn }, formatDate) => ({
    subject: isOn ? '2단계 인증이 설정되었습니다' : '2단계 인증이 해제되었습니다',
    before: [
      '안녕하세요.',
      isOn
        ? '회원님의 계정에 2단계 인증이 설정되었습니다. 이제 비밀번호로 로그인할 때 인증 앱의 코드도 입력해야 합니다.'
        : '회원님 계정의 2단계 인증이 해제되었습니다. 이제 비밀번호만으로 로그인할 수 있습니다.',
    ],
    facts: [['변경 일시', formatDate(at)]],
    button: '계정 확인하기',
    after: ['본인이 변경했다면 따로 하실 일이 없습니다. 변경한 적이 없다면 지금 바로 비밀번호를 변경해 주세요.'],
  }),
  PASSKEY_CHANGED: ({ at, isAdded }, formatDate) => ({
    subject: isAdded ? '패스키가 추가되었습니다' : '패스키가 삭제되었습니다',
    before: [
      '안녕하세요.',
      isAdded
        ? '회원님의 계정에 패스키가 추가되었습니다. 이 패스키로 비밀번호 없이 로그인할 수 있습니다.'
        : '회원님 계정의 패스키가 삭제되었습니다. 삭제한 패스키로는 더 이상 로그인할 수 없습니다.',
    ],
    facts: [['변경 일시', formatDate(at)]],
    button: '계정 확인하기',
    after: [
      '본인이 변경했다면 따로 하실 일이 없습니다. 변경한 적이 없다면 모르는 패스키를 삭제하고 비밀번호를 변경해 주세요.',
    ],
  }),
  PROVIDER_LINK_CHANGED: ({ at, provider, isLinked }, formatDate) => ({
    subject: isLinked ? `${provider} 로그인이 연결되었습니다` : `${provider} 로그인 연결이 해제되었습니다`,
    before: [
      '안녕하세요.',
      isLinked
        ? `회원님의 계정에 ${provider} 계정이 연결되었습니다. 이제 ${provider} 계정으로 로그인할 수 있습니다.`
        : `회원님의 계정과 ${provider} 계정의 연결이 해제되었습니다. ${provider} 계정으로는 더 이상 로그인할 수 없습니다.`,
    ],
    facts: [['변경 일시', formatDate(at)]],
    button: '계정 확인하기',
    after: [
      '본인이 변경했다면 따로 하실 일이 없습니다. 변경한 적이 없다면 모르는 계정의 연결을 해제하고 비밀번호를 변경해 주세요.',
    ],
  }),
  APP_IDLE: ({ appName, days }) => ({
    subject: `애플리케이션 삭제 예정 안내: ${appName}`,
    before: ['안녕하세요.', `오랫동안 사용하지 않은 애플리케이션이 ${days}일 후 삭제될 예정입니다.`],
    facts: [['애플리케이션', appName]],
    button: '애플리케이션 확인하기',
    after: [
      '계속 사용하려면 삭제되기 전에 API를 한 번 호출해 주세요. 더 이상 필요하지 않다면 따로 하실 일이 없습니다.',
    ],
  }),
  WEBHOOK_FAILING: ({ appName, url, hours }) => ({
    subject: `웹훅 전송 실패 안내: ${appName}`,
    before: ['안녕하세요.', `${hours}시간 동안 웹훅을 한 번도 전송하지 못했습니다. 수신 서버를 확인해 주세요.`],
    facts: [
      ['애플리케이션', appName],
      ['웹훅 URL', url],
    ],
    button: '전송 내역 확인하기',
    after: ['계속 실패하면 이 웹훅은 비활성화됩니다. 전송하지 못한 알림은 복구한 뒤 다시 보낼 수 있습니다.'],
  }),
  LIVE_STARTED: ({ channelName, title }) => ({
    subject: title === null ? `${channelName} 방송 시작` : `${channelName} 방송 시작: ${title}`,
    before: ['안녕하세요.', `팔로우한 채널 ${channelName}에서 방송을 시작했습니다.`],
    ...(title !== null && { facts: [['방송 제목', title] as const] }),
    button: '방송 보러 가기',
    after: ['이 채널의 방송 알림을 켜 두어 보내 드리는 메일입니다.'],
  }),
  REPORT_DECIDED: ({ reported, decision, answer }) => ({
    subject: '신고 처리 결과 안내',
    before: [
      '안녕하세요.',
      `신고해 주신 ${{ MESSAGE: '채팅 메시지', CHANNEL: '채널', APP: '애플리케이션' }[reported]}에 대한 검토가 끝났습니다.`,
      decision === 'ACTION_TAKEN'
        ? '운영 원칙 위반을 확인하여 조치했습니다.'
        : '검토 결과 운영 원칙 위반이 확인되지 않았습니다.',
      ...(answer === '' ? [] : [answer]),
    ],
    button: '신고 내역 확인하기',
  }),
  SIGN_UP_APPROVED: ({ at }, formatDate, site) => ({
    subject: '가입이 승인되었습니다',
    before: ['안녕하세요.', `${site} 가입이 승인되었습니다. 지금 바로 로그인하실 수 있습니다.`],
    facts: [['처리 일시', formatDate(at)]],
    button: '로그인하기',
  }),
  SIGN_UP_REFUSED: ({ at }, formatDate, site) => ({
    subject: '가입 신청 결과 안내',
    before: ['안녕하세요.', `${site} 가입 신청이 승인되지 않았습니다. 신청하신 계정은 삭제됩니다.`],
    facts: [['처리 일시', formatDate(at)]],
  }),
  STREAMING_APPROVED: (_data, _formatDate, site) => ({
    subject: '방송 신청이 승인되었습니다',
    before: ['안녕하세요.', `${site} 방송 신청이 승인되었습니다. 지금 바로 방송하실 수 있습니다.`],
    button: '스튜디오로 이동하기',
  }),
  STREAMING_DECLINED: ({ answer }, _formatDate, site) => ({
    subject: '방송 신청 결과 안내',
    before: ['안녕하세요.', `${site} 방송 신청이 승인되지 않았습니다.`],
    facts: [['사유', answer]],
    button: '스튜디오로 이동하기',
    after: ['스튜디오에서 다시 신청하실 수 있습니다.'],
  }),
  ORGANIZATION_APPROVED: ({ name }, _formatDate, site) => ({
    subject: '조직이 승인되었습니다',
    before: [
      '안녕하세요.',
      `${site}에 신청하신 조직이 승인되었습니다. 이제 조직의 애플리케이션에서 드롭스를 사용할 수 있습니다.`,
    ],
    facts: [['조직', name]],
    button: '팀 페이지로 이동하기',
  }),
  ORGANIZATION_DECLINED: ({ name, answer }, _formatDate, site) => ({
    subject: '조직 승인 신청 결과 안내',
    before: ['안녕하세요.', `${site} 조직 승인 신청이 승인되지 않았습니다.`],
    facts: [
      ['조직', name],
      ['사유', answer],
    ],
    button: '팀 페이지로 이동하기',
    after: ['팀 페이지에서 다시 신청하실 수 있습니다.'],
  }),
  ORGANIZATION_ENDED: ({ name, answer }, _formatDate, site) => ({
    subject: '조직 승인 취소 안내',
    before: [
      '안녕하세요.',
      `${site} 운영자가 대표로 계신 조직의 승인을 취소했습니다. 조직의 애플리케이션에서 더 이상 드롭스를 사용할 수 없습니다.`,
    ],
    facts: [
      ['조직', name],
      ['사유', answer],
    ],
    button: '팀 페이지로 이동하기',
  }),
  LIVE_MODERATED: ({ measure, reason, block = null }, formatDate, site) => ({
    subject: '방송 관련 조치 안내',
    before: [
      '안녕하세요.',
      {
        END: `${site} 운영자가 방송을 종료하고 스트림키를 교체했습니다.`,
        SET_AGE_LIMIT: `${site} 운영자가 방송에 연령 제한을 설정했습니다. 이 제한은 방송이 끝날 때까지 해제할 수 없습니다.`,
        REMOVE_TITLE: `${site} 운영자가 방송 제목을 삭제했습니다. 다른 제목을 입력해 주세요.`,
        REMOVE_PICTURE: `${site} 운영자가 방송 이미지를 삭제했습니다.`,
        LIFT_BLOCK: `${site} 운영자가 방송 제한을 해제했습니다. 다시 방송할 수 있습니다.`,
      }[measure],
    ],
    facts: [
      ['사유', reason],
      ...(block === null
        ? []
        : [
            [
              '방송 제한 기간',
              block.endsAt === null ? '운영진이 해제할 때까지' : `${formatDate(block.endsAt)}까지`,
            ] as const,
          ]),
    ],
    button: '스튜디오로 이동하기',
  }),
  TEAM_INVITATION: ({ role }, _formatDate, site) => ({
    subject: '팀 초대 안내',
    before: ['안녕하세요.', `${site} 개발자 팀에 초대되었습니다.`],
    facts: [['역할', { VIEWER: '뷰어', DEVELOPER: '개발자', OWNER: '소유자' }[role]]],
    button: '초대 확인하기',
    after: [
      `링크는 ${limits.teamInvitationDays}일 동안 한 번만 사용할 수 있으며, 참여하기 전에 초대한 사람을 확인할 수 있습니다.`,
      '초대받은 적이 없다면 이 메일을 무시하세요. 직접 수락하기 전에는 아무 일도 일어나지 않습니다.',
    ],
  }),
}

function nameDevice(userAgent: string | null): string {
  const device = deviceOf(userAgent)
  return device === null ? '알 수 없는 기기' : `${device.system} · ${device.browser}`
}

import type { confirm as english } from '../en/confirm.ts'

export const confirm: typeof english = {
  title: '비밀번호를 다시 입력하세요',
  about: '계정을 보호하기 위해 비밀번호를 다시 확인합니다. 입력한 후 10분 동안은 다시 묻지 않습니다.',
  password: '비밀번호',
  confirm: '계속',
  passkey: '패스키 사용',
  passkeyFailed: '패스키를 사용하지 못했습니다. 다시 시도하거나 다른 방법으로 확인하세요.',
  without: {
    title: '본인 확인이 필요합니다',
    about: '계정을 보호하기 위해 본인인지 확인합니다. 확인한 후 10분 동안은 다시 묻지 않습니다.',
    impossible:
      '지금 사용하는 로그인으로는 본인 확인을 할 수 없습니다. 메일로 비밀번호를 설정한 뒤 그 비밀번호로 로그인하세요.',
    setPassword: '메일로 비밀번호 설정',
    impossibleWithoutMail:
      '지금 사용하는 로그인으로는 본인 확인을 할 수 없습니다. 사이트 운영자에게 비밀번호를 요청하세요.',
  },
  provider: (name) => `${name} 계정으로 다시 로그인`,
  providerOpened: '새로 열린 창에서 로그인하면 이 화면에서 계속 진행됩니다.',
  windowBlocked: '브라우저가 새 창을 차단했습니다. 이 사이트의 팝업을 허용하고 다시 시도하세요.',
}

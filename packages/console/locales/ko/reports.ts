import type { reports as english } from '../en/reports.ts'

export const reports: typeof english = {
  kinds: { MESSAGE: '채팅', CHANNEL: '채널', APP: '애플리케이션' },
  reasons: {
    SPAM: '스팸·광고',
    HARASSMENT: '욕설·괴롭힘·혐오',
    SEXUAL: '음란물',
    VIOLENCE: '폭력·협박',
    IMPERSONATION: '사칭·사기',
    ILLEGAL: '불법 정보',
    OTHER: '기타',
  },
  decisions: { ACTION_TAKEN: '조치 완료', NO_VIOLATION: '위반 아님' },
  open: '검토 중',
  form: {
    title: {
      MESSAGE: (name) => `${name}님의 채팅 신고`,
      CHANNEL: (name) => `${name} 채널 신고`,
      APP: (name) => `${name} 애플리케이션 신고`,
    },
    reason: '신고 사유',
    text: '상세 내용 (선택)',
    next: '운영진이 검토한 뒤 내 계정에서 결과를 알려 드리며, 신고한 사실은 운영진 외에는 알 수 없습니다.',
    submit: '신고하기',
    done: '신고가 접수되었습니다. 운영진이 검토한 뒤 내 계정에서 결과를 알려 드립니다.',
    own: '신고 내역 보기',
  },
  app: {
    title: '애플리케이션 신고',
    leadsTo: '연결되는 주소',
    cancel: '이 페이지를 닫으면 권한 요청 화면으로 돌아갑니다.',
  },
  own: {
    title: '신고 내역',
    about: '내가 신고한 내용과 운영진의 답변입니다.',
    subject: {
      MESSAGE: (name) => `${name}님의 채팅`,
      CHANNEL: (name) => `${name} 채널`,
      APP: (name) => `${name} 애플리케이션`,
    },
    answer: '답변:',
  },
}

import { localize } from '../../lib/language.ts'
import type { Group, OpenGroup, SandboxGroup } from './operations.ts'

type Labels = { open: Record<OpenGroup, string>; sandbox: Record<SandboxGroup, string> }

const labels = localize<Labels>({
  ko: {
    open: {
      Authorization: '인증',
      User: '유저',
      Channel: '채널',
      Category: '카테고리',
      Live: '방송',
      Chat: '채팅',
      Restriction: '활동 제한',
      Session: '세션',
      Drops: '드롭스',
    },
    sandbox: {
      People: '샌드박스: 사람',
      Channels: '샌드박스: 행동',
      Payments: '샌드박스: 후원과 구독',
      Drops: '샌드박스: 드롭스',
      Sinks: '샌드박스: 웹훅 받는 곳',
      Sessions: '샌드박스: 세션',
      Inspector: '샌드박스: 인스펙터',
      Clock: '샌드박스: 시계',
    },
  },
  en: {
    open: {
      Authorization: 'Authorization',
      User: 'User',
      Channel: 'Channel',
      Category: 'Category',
      Live: 'Live',
      Chat: 'Chat',
      Restriction: 'Restriction',
      Session: 'Session',
      Drops: 'Drops',
    },
    sandbox: {
      People: 'Sandbox: people',
      Channels: 'Sandbox: acts',
      Payments: 'Sandbox: support',
      Drops: 'Sandbox: drops',
      Sinks: 'Sandbox: webhook receivers',
      Sessions: 'Sandbox: sessions',
      Inspector: 'Sandbox: inspector',
      Clock: 'Sandbox: clock',
    },
  },
})

export function groupLabel(group: Group): string {
  return group.isSandbox ? labels.sandbox[group.name] : labels.open[group.name]
}

import { Button, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, managerRole, type ContentOf, type ManagerRole } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FindChannel, type FoundChannel } from './find-channel.tsx'
import { List } from '../../ui/list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import { managersQuery } from './studio-queries.ts'
import layout from '../../ui/layout.module.css'
import classes from './studio.module.css'

type Manager = ContentOf<typeof consoleApi.moderation.listManagers>['data'][number]

const roles: readonly ManagerRole[] = managerRole.enum

/** Who helps in one's channel, and in which role. */
export function StudioManagers() {
  const query = useQuery(managersQuery)
  const isManager = (channelId: string) =>
    query.data?.data.some(({ managerChannelId }) => managerChannelId === channelId) ?? false
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <section className="card" aria-labelledby="add">
        <h2 id="add">{t.add}</h2>
        <FindChannel label={t.find}>
          {(one) =>
            isManager(one.channelId) ? <span className="small soft">{t.already}</span> : <AddManager channel={one} />
          }
        </FindChannel>
      </section>
      <QueryBoundary query={query}>
        {({ data }) => (
          <List items={data} label={t.title} empty={t.none}>
            {(manager) => <ManagerRow key={manager.managerChannelId} manager={manager} />}
          </List>
        )}
      </QueryBoundary>
      <section className="card" aria-labelledby="roles">
        <h2 id="roles">{t.whatRoles}</h2>
        <dl className={`${layout.facts} ${layout.tight}`}>
          {roles.map((role) => (
            <div key={role} className={classes.role}>
              <dt>{t.roles[role]}</dt>
              <dd className="small">{t.about[role]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Stack>
  )
}

function AddManager({ channel: { channelId, channelName } }: { channel: FoundChannel }) {
  const [userRole, setRole] = useState<ManagerRole>('STREAMING_CHAT_MANAGER')
  const putManager = usePutManager(channelId)
  return (
    <div className={layout.rowActions}>
      <NativeSelect
        size="xs"
        aria-label={t.roleOf(channelName)}
        value={userRole}
        onChange={(event) => setRole(event.currentTarget.value as ManagerRole)}
        data={roleOptions}
      />
      <Button
        size="xs"
        loading={putManager.isPending}
        onClick={() => putManager.mutate(userRole)}
        aria-label={t.addOne(channelName)}
      >
        {t.addIt}
      </Button>
      {putManager.error && <ErrorAlert error={putManager.error} retry={() => putManager.mutate(userRole)} />}
    </div>
  )
}

function ManagerRow({ manager }: { manager: Manager }) {
  const { managerChannelId, managerChannelName, userRole, createdDate } = manager
  const queries = useQueryClient()
  const putManager = usePutManager(managerChannelId)
  const remove = useMutation({
    mutationFn: () => api(consoleApi.moderation.deleteManager, { pathParams: { managerChannelId } }),
    onSuccess: () => queries.invalidateQueries(managersQuery),
  })
  return (
    <li className={layout.row}>
      <div>
        <ChannelIdentity channelId={managerChannelId} name={managerChannelName} />
        <span className="small soft">
          {t.since} <RelativeTime at={createdDate} />
        </span>
      </div>
      <div className={layout.rowActions}>
        <NativeSelect
          size="xs"
          aria-label={t.roleOf(managerChannelName)}
          value={putManager.isPending ? putManager.variables : userRole}
          onChange={(event) => putManager.mutate(event.currentTarget.value as ManagerRole)}
          data={roleOptions}
        />
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={t.removeOne(managerChannelName)}
        >
          {t.remove}
        </Button>
      </div>
      {(putManager.error ?? remove.error) && <ErrorAlert error={putManager.error ?? remove.error} />}
    </li>
  )
}

function usePutManager(managerChannelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userRole: ManagerRole) =>
      api(consoleApi.moderation.putManager, { pathParams: { managerChannelId }, body: { userRole } }),
    onSuccess: () => queries.invalidateQueries(managersQuery),
  })
}

const t = localize<Translations>({
  ko: {
    title: '관리자',
    whatRoles: '역할',
    add: '관리자 추가',
    find: '추가할 사람의 채널',
    addIt: '추가',
    addOne: (name) => `${name} 추가`,
    already: '이미 관리자입니다.',
    none: '아직 관리자가 없습니다. 믿을 수 있는 사람의 채널 이름을 위에서 찾아 보세요.',
    since: '등록',
    remove: '해제',
    removeOne: (name) => `${name} 해제`,
    roleOf: (name) => `${name}의 역할`,
    roles: {
      STREAMING_CHANNEL_MANAGER: '채널 관리자',
      STREAMING_CHAT_MANAGER: '채팅 관리자',
      STREAMING_SETTLEMENT_MANAGER: '정산 관리자',
    },
    about: {
      STREAMING_CHANNEL_MANAGER: '채팅 규칙과 상관없이 말하고, 시청자를 잠시 제한할 수 있습니다.',
      STREAMING_CHAT_MANAGER: '채팅 규칙과 상관없이 말하고, 시청자를 잠시 제한할 수 있습니다.',
      STREAMING_SETTLEMENT_MANAGER: '채팅에서는 다른 시청자와 같습니다.',
    },
  },
  en: {
    title: 'Managers',
    whatRoles: 'What each role may do',
    add: 'Add a manager',
    find: 'Channel of the person to add',
    addIt: 'Add',
    addOne: (name) => `Add ${name}`,
    already: 'is a manager already.',
    none: 'Nobody yet. Find the channel of someone you trust above.',
    since: 'Since',
    remove: 'Remove',
    removeOne: (name) => `Remove ${name}`,
    roleOf: (name) => `Role of ${name}`,
    roles: {
      STREAMING_CHANNEL_MANAGER: 'Channel manager',
      STREAMING_CHAT_MANAGER: 'Chat manager',
      STREAMING_SETTLEMENT_MANAGER: 'Settlement manager',
    },
    about: {
      STREAMING_CHANNEL_MANAGER: 'Speaks whatever the chat rules are, and restricts viewers for a while.',
      STREAMING_CHAT_MANAGER: 'Speaks whatever the chat rules are, and restricts viewers for a while.',
      STREAMING_SETTLEMENT_MANAGER: 'In the chat a viewer like any other.',
    },
  },
})

type Translations = Record<
  'title' | 'whatRoles' | 'add' | 'find' | 'addIt' | 'already' | 'none' | 'since' | 'remove',
  string
> &
  Record<'addOne' | 'removeOne' | 'roleOf', (name: string) => string> &
  Record<'roles' | 'about', Record<ManagerRole, string>>

const roleOptions = roles.map((value) => ({ value, label: t.roles[value] }))

import { Modal, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { IconUsers } from '../../../ui/icons.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { SenderName } from './sender-name.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { viewers: t, sender } = strings('watch')
const { dialog } = strings('common')

const PersonDialog = lazy(async () => {
  await loadStrings('moderation')
  return import('./person-dialog.tsx')
})

type Viewer = ContentOf<typeof consoleApi.moderation.listViewers>['data'][number]

const viewersQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['chatViewers', channelId],
    queryFn: () => api(consoleApi.moderation.listViewers, { pathParams: { channelId } }),
    refetchInterval: 10_000,
  })

/** Opens the list of the signed-in viewers, for the moderators of a channel. */
export default function ViewersButton({ channelId }: { channelId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [person, setPerson] = useState<Viewer | null>(null)
  return (
    <>
      <button
        type="button"
        className={layout.iconButton}
        aria-label={t.title}
        title={t.title}
        onClick={() => setOpen(true)}
      >
        <IconUsers size={17} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t.title}
          closeButtonProps={{ 'aria-label': dialog.close }}
          size="sm"
          centered
        >
          <ViewerList channelId={channelId} onOpen={setPerson} />
        </Modal>
      )}
      <Suspense>
        {person && <PersonDialog channelId={channelId} person={person} onClose={() => setPerson(null)} />}
      </Suspense>
    </>
  )
}

function ViewerList({ channelId, onOpen }: { channelId: string; onOpen: (viewer: Viewer) => void }) {
  return (
    <QueryBoundary query={useQuery(viewersQuery(channelId))}>
      {({ data, totalCount }) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {totalCount > data.length ? t.first(totalCount, limits.listedViewers) : t.count(totalCount)} {t.about}
          </Text>
          <ul className={`${layout.dense} ${classes.muted}`} aria-label={t.title}>
            {data.map((viewer) => (
              <li key={viewer.channelId}>
                <button type="button" className={layout.plainButton} onClick={() => onOpen(viewer)}>
                  <SenderName channelId={viewer.channelId} name={viewer.channelName} />
                </button>
                <Text span size="xs" c="dimmed">
                  {viewer.role !== 'common_user' ? sender.manager : viewer.isSubscriber && sender.subscriber}
                </Text>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </QueryBoundary>
  )
}

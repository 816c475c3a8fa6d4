import { Badge, Group, Stack } from '@mantine/core'
import { consoleApi, limits, type ContentOf } from '@onair/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../lib/api.ts'
import { sessionsQuery } from '../queries.ts'
import { failureMessage } from '../failure-messages.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { daySecondFormat, secondFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SpanBar } from '../../../ui/span-bar.tsx'
import table from '../../../ui/table.module.css'
import classes from './session-timeline.module.css'

const { sessions: t } = strings('apps')

type Session = ContentOf<typeof consoleApi.apps.listAppSessions>['data'][number]

const dayMs = 86_400_000
const minWidth = 0.5

/** Sessions, each with a bar of its time connected in a column that lasts from the first connect until now. */
export function SessionTimeline({ clientId, sessions }: { clientId: string; sessions: readonly Session[] }) {
  const now = usePlatformTime()
  const starts = sessions.map(({ connectedDate }) => Date.parse(connectedDate))
  const first = Math.min(now - 1_000, ...starts)
  const edgeFormat = now - first < dayMs ? secondFormat : daySecondFormat
  return (
    <div className={`card ${table.scroll} ${table.cards}`}>
      <table className={table.table} aria-label={t.timeline}>
        <thead>
          <tr>
            <th scope="col">{t.session}</th>
            <th scope="col">{t.subscriptions}</th>
            <th scope="col">{t.since}</th>
            <th scope="col" className={`${classes.bars} ${table.wide}`}>
              {t.timeline}
              <Group component="span" justify="space-between" gap="sm" wrap="nowrap">
                <span>{edgeFormat.format(first)}</span>
                <span>{edgeFormat.format(now)}</span>
              </Group>
            </th>
            <th scope="col">{t.action}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session, index) => {
            const { disconnectedDate } = session
            const end = disconnectedDate === null ? now : Date.parse(disconnectedDate)
            const percentAt = (time: number) => Math.min(100, (100 * (time - first)) / (now - first))
            const left = Math.min(100 - minWidth, percentAt(starts[index] ?? first))
            const width = Math.max(minWidth, percentAt(end) - left)
            return (
              <SessionRow key={session.sessionKey} clientId={clientId} session={session}>
                <SpanBar
                  left={left}
                  width={width}
                  color={disconnectedDate === null ? 'var(--hue-teal)' : 'var(--color-border-strong)'}
                />
              </SessionRow>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The child is the bar. */
function SessionRow({ clientId, session, children }: { clientId: string; session: Session; children: ReactNode }) {
  const { sessionKey, owner, connectedDate, disconnectedDate, failure, subscribedEvents } = session
  const queries = useQueryClient()
  const disconnect = async () => {
    await api(consoleApi.apps.disconnectAppSession, { pathParams: { clientId, sessionKey } })
    await queries.invalidateQueries(sessionsQuery(clientId))
  }
  return (
    <tr>
      <th scope="row">
        <Group gap="2px 8px">
          {owner === null ? t.app : <bdi>{owner.channelName}</bdi>}
          {owner && owner.usedSlots >= limits.userSessions && (
            <Badge color="orange" size="sm" title={t.perUser}>
              {t.limitReached(owner.usedSlots, limits.userSessions)}
            </Badge>
          )}
        </Group>
        <span className="soft">
          <CopyableText value={sessionKey} />
        </span>
      </th>
      <td data-label={t.subscriptions}>
        {t.subscriptionCount(subscribedEvents.length, limits.subscriptionsPerSession)}
        <Group gap={4} miw="min(8rem, 100%)">
          {[...new Set(subscribedEvents.map(({ eventType }) => eventType))].map((eventType) => (
            <Badge key={eventType} variant="default" size="sm">
              {eventType}
            </Badge>
          ))}
        </Group>
      </td>
      <td data-label={t.since}>
        <RelativeTime at={connectedDate} />
        {disconnectedDate !== null && (
          <Stack gap={0} maw="16rem" c="dimmed" className={table.wrapped}>
            <RelativeTime at={disconnectedDate} phrase={t.ended} />
            {failure !== null && <span>{failureMessage(failure)}</span>}
          </Stack>
        )}
      </td>
      <td className={table.wide} aria-hidden="true">
        {children}
      </td>
      <td>
        <Group gap="sm" wrap="nowrap">
          <AnchorLink inherit to="/console/inspector" search={{ app: clientId, session: sessionKey }}>
            {t.inspector}
          </AnchorLink>
          {disconnectedDate === null && (
            <ConfirmButton
              label={t.disconnect}
              ariaLabel={`${t.disconnect}: ${sessionKey}`}
              title={t.disconnectTitle}
              confirmLabel={t.disconnect}
              onConfirm={disconnect}
              button={{ size: 'compact-xs', variant: 'default' }}
            >
              {t.disconnectAbout}
            </ConfirmButton>
          )}
        </Group>
      </td>
    </tr>
  )
}

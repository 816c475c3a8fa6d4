import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi, deviceOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { AccountDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'

const { sessions: t } = strings('account')

type Session = AccountDetails['sessions'][number]
type Props = { sessions: readonly Session[]; onChanged: () => Promise<unknown> }

/** The browsers that are signed in, each with a button that ends its session. */
export function Sessions({ sessions, onChanged }: Props) {
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="sessions">
      <SettingHead id="sessions" title={t.title} about={t.about} />
      <Stack gap="md">
        <ul className={layout.rows} aria-labelledby="sessions">
          {sessions.map((session) => (
            <SessionRow key={session.sessionId} session={session} onChanged={onChanged} />
          ))}
        </ul>
        <Group>
          <ConfirmButton
            label={t.everywhere}
            title={t.confirmTitle}
            confirmLabel={t.confirm}
            onConfirm={signOutEverywhere}
          >
            <ul className={layout.steps}>
              <li>{t.consequences.all}</li>
              <li>{t.consequences.apps}</li>
            </ul>
          </ConfirmButton>
        </Group>
      </Stack>
    </section>
  )
}

async function signOutEverywhere() {
  await api(consoleApi.account.endAllSessions)
  window.location.assign('/')
}

function SessionRow({ session, onChanged }: { session: Session; onChanged: Props['onChanged'] }) {
  const { sessionId, isCurrent, userAgent, network, createdDate, lastUsedDate, getsNotices } = session
  const device = deviceOf(userAgent)
  const name = device === null ? t.unknownDevice : t.device(device.browser, device.system)
  const end = useMutation({
    mutationFn: () => api(consoleApi.account.endSession, { pathParams: { sessionId } }),
    onSuccess: onChanged,
  })
  const endNotices = useMutation({
    mutationFn: () => api(consoleApi.notices.deletePush, { pathParams: { sessionId } }),
    onSuccess: onChanged,
  })
  const error = end.error ?? endNotices.error
  return (
    <li className={layout.row}>
      <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
        <DeviceIcon isMobile={device?.isMobile ?? false} />
        <div>
          <Group gap="xs" fw={600}>
            <span title={userAgent ?? undefined}>{name}</span>
            {isCurrent && (
              <Badge size="sm" variant="light" color="teal">
                {t.current}
              </Badge>
            )}
            {getsNotices && (
              <Badge size="sm" variant="light">
                {t.notices}
              </Badge>
            )}
          </Group>
          <Text component="div" size="sm" c="dimmed">
            {t.lastUsed} <RelativeTime at={lastUsedDate} /> · {t.signedIn} <RelativeTime at={createdDate} />
            {network !== null && (
              <>
                {' '}
                · {t.network} <bdi>{network}</bdi>
              </>
            )}
          </Text>
        </div>
      </Group>
      {getsNotices && (
        <Button
          size="xs"
          variant="default"
          loading={endNotices.isPending}
          onClick={() => endNotices.mutate()}
          aria-label={t.endNoticesOf(name)}
        >
          {t.endNotices}
        </Button>
      )}
      {!isCurrent && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t.endOne(name)}
        >
          {t.end}
        </Button>
      )}
      {error && <ErrorAlert error={error} />}
    </li>
  )
}

function DeviceIcon({ isMobile }: { isMobile: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      className="icon"
      style={{ flex: 'none', alignSelf: 'start' }}
    >
      {isMobile ? <path d="M8 3h8v18H8zM11 18h2" /> : <path d="M3 5h18v11H3zM9 20h6M12 16v4" />}
    </svg>
  )
}

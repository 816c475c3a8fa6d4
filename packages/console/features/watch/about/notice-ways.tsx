import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { canPush, pushQuery, turnPushOff, turnPushOn } from './browser-push.ts'
import { noticesQuery } from './queries.ts'

const t = strings('notices')

type Props = {
  personId: string
  /** After a way was turned on. */
  onTurnedOn?: () => Promise<unknown>
}

/** The ways on which notices arrive: this browser, and mails. Each says its state. */
export function NoticeWays({ personId, onTurnedOn }: Props) {
  const queries = useQueryClient()
  const query = pushQuery(personId)
  const { data: push } = useQuery(query)
  const { data: notices } = useQuery(noticesQuery)
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries(query),
      queries.invalidateQueries(noticesQuery),
      queries.invalidateQueries({ queryKey: ['viewerStatus'] }),
    ])
  const setBrowser = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (push === undefined) return true
      if (!isOn && push.sessionId !== null) await turnPushOff(push.sessionId)
      if (isOn && !(await turnPushOn(push, personId))) return false
      if (isOn) await onTurnedOn?.()
      return true
    },
    onSettled: refresh,
  })
  const setMail = useMutation({
    mutationFn: async (isOn: boolean) => {
      await api(consoleApi.notices.setNoticeMails, { body: { isOn } })
      if (isOn) await onTurnedOn?.()
    },
    onSettled: refresh,
  })
  const hasBrowser = push !== undefined && push.sessionId !== null
  const error = setBrowser.error ?? setMail.error
  return (
    <Stack gap="sm">
      <Switch
        label={t.browser}
        description={browserState(hasBrowser, setBrowser.data === false)}
        checked={setBrowser.isPending ? setBrowser.variables : hasBrowser}
        disabled={!canPush || push === undefined || (Notification.permission === 'denied' && !hasBrowser)}
        onChange={({ currentTarget: { checked } }) => setBrowser.mutate(checked)}
      />
      {notices !== undefined && notices.mail !== 'NONE' && (
        <Switch
          label={t.mail}
          description={
            notices.mail === 'NOT_VERIFIED' ? <Anchor href="/account">{t.verify}</Anchor> : <bdi>{notices.email}</bdi>
          }
          checked={setMail.isPending ? setMail.variables : notices.mail === 'ON'}
          disabled={notices.mail === 'NOT_VERIFIED'}
          onChange={({ currentTarget: { checked } }) => setMail.mutate(checked)}
        />
      )}
      {error && <ErrorAlert error={error} />}
    </Stack>
  )
}

function browserState(isOn: boolean, isDismissed: boolean) {
  if (!canPush) return t.browsers.unsupported
  if (isOn) return t.browsers.on
  if (Notification.permission === 'denied')
    return (
      <Text span inherit role="alert">
        {t.browsers.denied}
      </Text>
    )
  return isDismissed ? t.browsers.dismissed : t.browsers.off
}

import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { formatExactDuration } from '../../lib/time-phrase.ts'
import { language, strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ChatterCard, chatterQuery } from './chatter-card.tsx'

const { moderation: t } = strings('watch')

type TimeoutSecs = (typeof limits.timeoutSecs)[number]
type Props = { channelId: string; targetChannelId: string; canRestrict: boolean; onDone: () => void }

/** A person with their history in a channel, and the actions of a moderator on them. */
export function PersonControls({ channelId, targetChannelId, canRestrict, onDone }: Props) {
  const pathParams = { channelId, targetChannelId }
  const [seconds, setSeconds] = useState<TimeoutSecs>(limits.timeoutSecs[0])
  const queries = useQueryClient()
  const actions = {
    restrictTemporarily: () => api(consoleApi.moderation.restrictTemporarily, { pathParams, body: { seconds } }),
    releaseTemporarily: () => api(consoleApi.moderation.releaseTemporarily, { pathParams }),
    restrict: () => api(consoleApi.moderation.restrict, { pathParams }),
    release: () => api(consoleApi.moderation.release, { pathParams }),
  }
  const run = useMutation({
    mutationFn: (name: keyof typeof actions) => actions[name](),
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(chatterQuery(channelId, targetChannelId)),
        queries.invalidateQueries({ queryKey: ['studio', 'restrictions'] }),
      ]),
  })
  const button = (name: keyof typeof actions, color?: string) => (
    <Button
      variant={color ? 'filled' : 'default'}
      {...(color && { color })}
      loading={run.isPending && run.variables === name}
      onClick={() => run.mutate(name)}
    >
      {t[name]}
    </Button>
  )
  return (
    <Stack gap="sm">
      {run.error && <ErrorAlert error={run.error} retry={() => run.variables && run.mutate(run.variables)} />}
      <ChatterCard channelId={channelId} targetChannelId={targetChannelId}>
        {({ restrictedDate, temporarilyRestrictedUntil }) =>
          canRestrict && (
            <>
              {temporarilyRestrictedUntil !== null && button('releaseTemporarily')}
              {restrictedDate === null && (
                <Group align="end" grow>
                  <NativeSelect
                    label={t.duration}
                    value={String(seconds)}
                    onChange={(event) => setSeconds(Number(event.currentTarget.value) as TimeoutSecs)}
                    data={limits.timeoutSecs.map((value) => ({
                      value: String(value),
                      label: formatExactDuration(value, language),
                    }))}
                  />
                  {button('restrictTemporarily')}
                </Group>
              )}
              {restrictedDate === null ? button('restrict', 'red') : button('release')}
            </>
          )
        }
      </ChatterCard>
    </Stack>
  )
}

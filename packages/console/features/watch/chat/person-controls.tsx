import { Button, type ButtonProps, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { formatExactDuration } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ChatterCard, chatterQuery } from './chatter-card.tsx'

const { moderation: t } = strings('watch')

type TimeoutSecs = (typeof limits.timeoutSecs)[number]
type Props = { channelId: string; targetChannelId: string; canRestrict: boolean }

/** A person with their history in a channel, and the actions of a moderator on them. */
export function PersonControls({ channelId, targetChannelId, canRestrict }: Props) {
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
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(chatterQuery(channelId, targetChannelId)),
        queries.invalidateQueries({ queryKey: ['studio', 'restrictions'] }),
        queries.invalidateQueries({ queryKey: ['studio', 'moderation'] }),
      ]),
  })
  // A disabled button would lose the focus.
  const button = (name: keyof typeof actions, props: ButtonProps) => (
    <Button {...props} data-disabled={run.isPending || undefined} onClick={() => run.isPending || run.mutate(name)}>
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
              <NativeSelect
                label={t.duration}
                value={String(seconds)}
                onChange={(event) => setSeconds(Number(event.currentTarget.value) as TimeoutSecs)}
                data={limits.timeoutSecs.map((value) => ({
                  value: String(value),
                  label: formatExactDuration(value, language),
                }))}
                disabled={restrictedDate !== null || temporarilyRestrictedUntil !== null}
              />
              {/* The button that undoes an action takes its place, and the focus. */}
              <Group grow>
                {temporarilyRestrictedUntil === null
                  ? button('restrictTemporarily', { disabled: restrictedDate !== null })
                  : button('releaseTemporarily', { variant: 'default' })}
                {restrictedDate === null
                  ? button('restrict', { variant: 'outline', color: 'red' })
                  : button('release', { variant: 'default' })}
              </Group>
              <Text size="sm" c="dimmed" role="status">
                {run.isSuccess && t.done[run.variables]}
              </Text>
            </>
          )
        }
      </ChatterCard>
    </Stack>
  )
}

import { Box, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { consoleApi, type ContentOf } from '@onair/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { oldestMissedQuery, recoveryQuery, type EndpointKey, type WebhookEndpointDetails } from '../../queries.ts'
import { useDraft } from '../../../../lib/drafts.ts'
import { localInputValue } from '../../../../lib/local-input-value.ts'
import { usePlatformTime } from '../../../../lib/platform-time.ts'
import { language, strings } from '../../../../locales/index.ts'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'

const { recovery: t } = strings('apps')

type Recovery = ContentOf<typeof consoleApi.webhooks.getRecovery>
const countFormat = new Intl.NumberFormat(language)

type Props = { endpoint: EndpointKey; health: Pick<WebhookEndpointDetails, 'failingSinceDate' | 'waiting'> }

/** Resends every notification that failed since a chosen time, and shows how many of them arrived. */
export function RecoverDeliveries({ endpoint, health: { failingSinceDate, waiting } }: Props) {
  const now = usePlatformTime()
  const [chosen, setChosen] = useDraft<string>('recovery')
  // On the hour, so that the default does not change while the page is read.
  const dayAgo = Math.floor((now - dayMs) / hourMs) * hourMs
  const { data: oldestMissed, error } = useQuery(oldestMissedQuery(endpoint))
  const isLoading = chosen === null && oldestMissed === undefined
  const start = oldestMissed ?? failingSinceDate
  const text = chosen ?? (isLoading ? '' : localInputValue(start === null ? dayAgo : Date.parse(start)))
  const at = new Date(text)
  const since = Number.isNaN(at.getTime()) ? null : at.toISOString()
  const query = useQuery({
    ...recoveryQuery(endpoint, since ?? ''),
    enabled: since !== null,
    placeholderData: keepPreviousData,
  })
  const resend = useResend(endpoint, since ?? '')
  return (
    <section aria-label={t.title}>
      <Box component="h2" mb="sm">
        {t.title}
      </Box>
      <Group gap="sm" align="end">
        <TextInput
          type="datetime-local"
          step={1}
          label={`${t.since} (${timeZoneOf(at)})`}
          value={text}
          error={since === null && !isLoading && t.invalidTime}
          onChange={({ currentTarget: { value } }) => setChosen(() => value)}
        />
        <Button
          variant="default"
          disabled={since === null || query.data === undefined || query.data.missed === 0}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t.resend(countFormat.format(query.data?.missed ?? 0))}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {t.hint}
      </Text>
      {query.data && <RecoveryProgress {...query.data} pending={waiting} />}
      {isLoading && error && <ErrorAlert error={error} />}
      {query.error && <ErrorAlert error={query.error} refetch={() => void query.refetch()} />}
      {resend.error && <ErrorAlert error={resend.error} retry={() => resend.mutate()} />}
    </section>
  )
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Calls until all are enqueued: one call resends up to 1,000. */
function useResend(endpoint: EndpointKey, since: string) {
  const { clientId, endpointId } = endpoint
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let next: string | null = null
      do {
        const { page }: ContentOf<typeof consoleApi.webhooks.resendDeliveries> = await api(
          consoleApi.webhooks.resendDeliveries,
          { pathParams: { clientId }, body: { endpointId, since, ...(next !== null && { next }) } },
        )
        next = page.next
        await queries.invalidateQueries(recoveryQuery(endpoint, since))
      } while (next !== null)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['apps', clientId, 'deliveries'] }),
  })
}

/** `pending`: all notifications to the endpoint that are retried, whenever they failed. */
function RecoveryProgress({ missed, waiting, recovered, pending }: Recovery & { pending: number }) {
  const total = missed + waiting + recovered
  const shareOf = (count: number) => (100 * count) / total
  const text = t.counts({
    missed: countFormat.format(missed),
    waiting: countFormat.format(waiting),
    recovered: countFormat.format(recovered),
  })
  return (
    <Stack gap="xs" mt="sm">
      {waiting + recovered > 0 && (
        <Progress.Root size="md">
          <Progress.Section value={shareOf(recovered)} color="teal" aria-label={t.recovered} />
          <Progress.Section value={shareOf(waiting)} color="orange" aria-label={t.waiting} />
          <Progress.Section value={shareOf(missed)} color="red" aria-label={t.missed} />
        </Progress.Root>
      )}
      <Text size="sm" c="dimmed" role="status">
        {total === 0
          ? [t.none, pending > 0 && t.retried(pending)].filter(Boolean).join(' ')
          : waiting + recovered === 0
            ? t.failedSince(missed)
            : text}
      </Text>
    </Stack>
  )
}

/** The name of the browser's time zone, which the input does not show. */
function timeZoneOf(at: Date): string {
  const date = Number.isNaN(at.getTime()) ? undefined : at
  const format = new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
  return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

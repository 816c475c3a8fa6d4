import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { exportAllClaims, fulfillAllClaims, type Fulfillment, type OpenClaims } from '../all-claims.ts'
import { openClaimsQuery, type CampaignDetails, type ClaimFilters } from '../queries.ts'

const { claims: t } = strings('drops')
const { dialog } = strings('common')

type Props = { clientId: string; campaign: CampaignDetails; filters: ClaimFilters }

/** Downloads the claims that match the filters. */
export function ExportClaims({ clientId, campaign, filters }: Props) {
  const [loadedCount, setLoadedCount] = useState(0)
  const exportClaims = useMutation({
    mutationFn: async () => {
      setLoadedCount(0)
      const { parts, ...exported } = await exportAllClaims(clientId, campaign, filters, setLoadedCount)
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`claims-${campaign.campaignId}-${day}.csv`, 'text/csv;charset=utf-8', parts)
      return exported
    },
  })
  const { data } = exportClaims
  return (
    <>
      <Button size="xs" variant="default" loading={exportClaims.isPending} onClick={() => exportClaims.mutate()}>
        {t.exportCsv}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {exportClaims.isPending && loadedCount > 0 && t.loaded(loadedCount)}
        {data && (data.isComplete ? t.exported(data.count) : t.exportedFirst(data.count))}
      </Text>
      {exportClaims.error && <ErrorAlert error={exportClaims.error} retry={() => exportClaims.mutate()} />}
    </>
  )
}

/** Counts the matching claims that are not fulfilled, and marks those after confirmation. */
export function FulfillAllClaims({ clientId, campaign: { campaignId }, filters }: Props) {
  const [found, setFound] = useState<OpenClaims | null>(null)
  const queries = useQueryClient()
  const find = useMutation({
    mutationFn: () => queries.fetchQuery({ ...openClaimsQuery(clientId, campaignId, filters), staleTime: 0 }),
    onMutate: () => fulfill.reset(),
    onSuccess: (open) => {
      setProgress({ marked: 0, next: null })
      setFound(open.count > 0 || !open.isComplete ? open : null)
    },
  })
  const [progress, setProgress] = useState<Fulfillment>({ marked: 0, next: null })
  const fulfill = useMutation({
    mutationFn: ({ lastClaimId }: OpenClaims) =>
      // After an error it continues where it stopped.
      fulfillAllClaims(clientId, campaignId, filters, lastClaimId ?? '', progress, setProgress),
    onSuccess: () => setFound(null),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  return (
    <>
      <Button size="xs" variant="default" loading={find.isPending} onClick={() => find.mutate()}>
        {t.fulfillAll}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {find.data?.count === 0 && find.data.isComplete && t.nothingToFulfill}
        {fulfill.isSuccess && t.fulfilledAll(fulfill.data)}
      </Text>
      {find.error && <ErrorAlert error={find.error} retry={() => find.mutate()} />}
      {found && (
        <Modal
          opened
          onClose={() => !fulfill.isPending && setFound(null)}
          title={found.isComplete ? t.fulfillAllTitle(found.count) : t.fulfillManyTitle}
          centered
          transitionProps={{ duration: 0 }}
          closeButtonProps={{ 'aria-label': dialog.close }}
        >
          <Stack gap="md">
            <Text c="dimmed">{t.fulfillAllAbout}</Text>
            {fulfill.error && <ErrorAlert error={fulfill.error} retry={() => fulfill.mutate(found)} />}
            <Group gap="xs">
              <Button color="red" loading={fulfill.isPending} onClick={() => fulfill.mutate(found)}>
                {found.isComplete ? t.fulfill(found.count) : t.fulfillMany}
              </Button>
              <Button variant="default" disabled={fulfill.isPending} onClick={() => setFound(null)} data-autofocus>
                {dialog.cancel}
              </Button>
              <Text span size="sm" c="dimmed" role="status">
                {fulfill.isPending && progress.marked > 0 && t.marked(progress.marked)}
              </Text>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  )
}

/** How many of the matching claims are not fulfilled, and for how long. */
export function OpenClaimAges({ clientId, campaign: { campaignId }, filters }: Props) {
  const { data } = useQuery(openClaimsQuery(clientId, campaignId, filters))
  if (data === undefined) return null
  return (
    <div role="status">
      <Text span size="sm" fw={600}>
        {t.openCount(data.count, data.isComplete)}
      </Text>{' '}
      {data.oldestDate !== null && (
        <Text span size="sm" c="dimmed">
          {t.oldest} <RelativeTime at={data.oldestDate} />
          {data.ages.filter(({ count }) => count > 0).map(({ minHours, count }) => ` · ${t.age(minHours, count)}`)}
        </Text>
      )}
    </div>
  )
}

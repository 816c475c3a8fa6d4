import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '@onair/contract'
import { saveFile } from '../../lib/save-file.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { claimsToCsv, fulfillAllClaims, loadAllClaims, type AllClaims } from './all-claims.ts'
import type { CampaignDetails, ClaimFilters } from './drops-queries.ts'

const { claims: t } = strings('drops')
const { dialog } = strings('common')

type Props = { clientId: string; campaign: CampaignDetails; filters: ClaimFilters }

/** Downloads the claims that match the filters. */
export function ExportClaims({ clientId, campaign, filters }: Props) {
  const [loadedCount, setLoadedCount] = useState(0)
  const exportClaims = useMutation({
    mutationFn: async () => {
      setLoadedCount(0)
      const { claims, isComplete } = await loadAllClaims(clientId, campaign.campaignId, filters, setLoadedCount)
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`claims-${campaign.campaignId}-${day}.csv`, 'text/csv;charset=utf-8', claimsToCsv(claims, campaign))
      return { count: claims.length, isComplete }
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

/** Lists the matching claims that are not fulfilled, and marks exactly those after confirmation. */
export function FulfillAllClaims({ clientId, campaign, filters }: Props) {
  const [found, setFound] = useState<AllClaims | null>(null)
  const queries = useQueryClient()
  const find = useMutation({
    mutationFn: () => loadAllClaims(clientId, campaign.campaignId, { ...filters, state: 'CLAIMED' }, () => undefined),
    onMutate: () => fulfill.reset(),
    onSuccess: (all) => setFound(all.claims.length > 0 ? all : null),
  })
  const [markedCount, setMarkedCount] = useState(0)
  const fulfill = useMutation({
    mutationFn: ({ claims }: AllClaims) =>
      fulfillAllClaims(
        clientId,
        claims.map(({ claimId }) => claimId),
        setMarkedCount,
      ),
    onMutate: () => setMarkedCount(0),
    onSuccess: () => setFound(null),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['apps', clientId, 'claims'] })
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
    },
  })
  const isNothingFound = find.data?.claims.length === 0
  return (
    <>
      <Button size="xs" variant="default" loading={find.isPending} onClick={() => find.mutate()}>
        {t.fulfillAll}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {isNothingFound && t.nothingToFulfill}
        {fulfill.isSuccess && t.fulfilledAll(fulfill.data)}
      </Text>
      {find.error && <ErrorAlert error={find.error} retry={() => find.mutate()} />}
      {found && (
        <Modal
          opened
          onClose={() => !fulfill.isPending && setFound(null)}
          title={t.fulfillAllTitle(found.claims.length)}
          centered
          transitionProps={{ duration: 0 }}
          closeButtonProps={{ 'aria-label': dialog.close }}
        >
          <Stack gap="md">
            <Text c="dimmed">{t.fulfillAllAbout}</Text>
            {!found.isComplete && <Text c="dimmed">{t.fulfillFirst(limits.claimCountMax)}</Text>}
            {fulfill.error && <ErrorAlert error={fulfill.error} retry={() => fulfill.mutate(found)} />}
            <Group gap="xs">
              <Button color="red" loading={fulfill.isPending} onClick={() => fulfill.mutate(found)}>
                {t.fulfill(found.claims.length)}
              </Button>
              <Button variant="default" disabled={fulfill.isPending} onClick={() => setFound(null)} data-autofocus>
                {dialog.cancel}
              </Button>
              <Text span size="sm" c="dimmed" role="status">
                {fulfill.isPending && markedCount > 0 && t.marked(markedCount)}
              </Text>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  )
}

import { Button, Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api, isRefusal } from '../../../lib/api.ts'
import { platformNow } from '../../../lib/platform-time.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { personQuery } from '../queries.ts'

const { suspend: t } = strings('admin')
const { dialog } = strings('common')

const hour = 3600
const day = 24 * hour
const durations = [
  { value: '', label: t.untilEnded },
  ...[hour, day, 7 * day, 30 * day].map((seconds) => ({ value: String(seconds), label: t.duration(seconds / hour) })),
]
/** The networks of more people are not looked up. */
const mostWithNetworks = 10

type Person = { channelId: string; channelName: string }

/** A button that opens a dialog to suspend people: which of them, for how long, and why. */
export function SuspendButton({ people, label }: { people: readonly Person[]; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const [suspended, setSuspended] = useState<number | null>(null)
  return (
    <>
      <Button color="red" disabled={people.length === 0} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {suspended !== null && (
        <Text role="status" size="sm">
          {t.done(suspended)}
        </Text>
      )}
      {isOpen && (
        <SuspendDialog
          people={people}
          close={() => setOpen(false)}
          onDone={(count) => {
            setSuspended(count)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

type DialogProps = { people: readonly Person[]; close: () => void; onDone: (suspended: number) => void }

function SuspendDialog({ people: listed, close, onDone }: DialogProps) {
  // A person who appears in the list while the dialog is open was not chosen.
  const [people] = useState(listed)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [seconds, setSeconds] = useState('')
  const [reason, setReason] = useState('')
  const [shownReason, setShownReason] = useState('')
  const [blocksDevices, setBlocksDevices] = useState(true)
  const [asksNetworks, setAsksNetworks] = useState(false)
  const chosen = people.filter(({ channelId }) => !leftOut.includes(channelId))
  const canBlockNetworks = chosen.length <= mostWithNetworks
  const blocksNetworks = asksNetworks && canBlockNetworks
  const networks = useNetworks(blocksNetworks ? chosen : [])
  const queries = useQueryClient()
  const suspend = useMutation({
    mutationFn: async () => {
      const given = reason.trim()
      // First: a refused network leaves all as it is. The network of who acts is left out.
      for (const network of networks.found)
        await api(consoleApi.admin.blockNetwork, { body: { network, reason: given, seconds: day } }).catch(
          (error: unknown) => {
            if (!isRefusal(error, 'OWN_NETWORK')) throw error
          },
        )
      return api(consoleApi.admin.suspend, {
        body: {
          channelIds: chosen.map(({ channelId }) => channelId),
          blocksDevices,
          ...(given !== '' && { reason: given }),
          ...(shownReason.trim() !== '' && { shownReason: shownReason.trim() }),
          ...(seconds !== '' && { seconds: Number(seconds) }),
        },
      })
    },
    onSuccess: async (content) => {
      await queries.invalidateQueries({ queryKey: ['admin'] })
      onDone(content.suspended)
    },
  })
  const [only] = chosen
  return (
    <Modal
      opened
      onClose={close}
      title={chosen.length === 1 && only ? t.named(only.channelName) : t.several(chosen.length)}
      centered
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': dialog.close }}
    >
      <Stack
        component="form"
        gap="md"
        onSubmit={(event) => {
          event.preventDefault()
          suspend.mutate()
        }}
      >
        {people.length > 1 && (
          <Checkbox.Group
            label={t.people}
            value={chosen.map(({ channelId }) => channelId)}
            onChange={(ids) =>
              setLeftOut(people.flatMap(({ channelId }) => (ids.includes(channelId) ? [] : [channelId])))
            }
          >
            <Stack gap={4} mah={200} mt={4} style={{ overflowY: 'auto' }}>
              {people.map(({ channelId, channelName }) => (
                <Checkbox key={channelId} value={channelId} label={<bdi>{channelName}</bdi>} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Text c="dimmed">{t.consequences}</Text>
        <NativeSelect
          label={t.howLong}
          value={seconds}
          onChange={({ currentTarget: { value } }) => setSeconds(value)}
          data={durations}
        />
        <TextInput
          label={t.reason}
          description={t.reasonHint}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          maxLength={200}
          required={blocksNetworks}
        />
        <TextInput
          label={t.shownReason}
          description={t.shownReasonHint}
          value={shownReason}
          onChange={({ currentTarget: { value } }) => setShownReason(value)}
          maxLength={200}
        />
        <Checkbox
          label={t.blocksDevices}
          description={t.blocksDevicesHint}
          checked={blocksDevices}
          onChange={({ currentTarget: { checked } }) => setBlocksDevices(checked)}
        />
        {canBlockNetworks && (
          <Checkbox
            label={t.blocksNetworks}
            description={blocksNetworks && !networks.isPending ? t.networks(networks.found) : t.blocksNetworksHint}
            checked={asksNetworks}
            onChange={({ currentTarget: { checked } }) => setAsksNetworks(checked)}
          />
        )}
        {(suspend.error ?? networks.error) !== null && <ErrorAlert error={suspend.error ?? networks.error} />}
        <Button
          type="submit"
          color="red"
          loading={suspend.isPending}
          disabled={chosen.length === 0 || networks.isPending || networks.error !== null}
        >
          {t.suspend}
        </Button>
      </Stack>
    </Modal>
  )
}

/** The networks that people used in the last 30 days and that are not blocked. */
function useNetworks(people: readonly Person[]) {
  const since = platformNow(useQueryClient()) - 30 * day * 1000
  const isOpen = ({ isBlocked, lastDate }: { isBlocked: boolean; lastDate: string }) =>
    !isBlocked && Date.parse(lastDate) > since
  return useQueries({
    queries: people.map(({ channelId }) => personQuery(channelId)),
    combine: (results) => ({
      found: [...new Set(results.flatMap(({ data }) => data?.networks.filter(isOpen) ?? []).map(toName))],
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}

const toName = ({ network }: { network: string }) => network

import { Button, Checkbox, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api, isRefusal } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { watchProofOf } from '../viewer-claims.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { walletQuery } from '../queries.ts'

const { donate: t, won } = strings('watch')
const { dialog } = strings('common')

const suggestedAmounts = [1_000, 5_000, 10_000, 50_000]

type Donation = { payAmount: number | string; donationText: string; isAnonymous: boolean }
const initial: Donation = { payAmount: 1_000, donationText: '', isAnonymous: false }

type Props = { channelId: string; channelName: string; onClose: () => void }

/** Donates play money to a channel, with an optional message for its chat. */
export default function DonateDialog({ channelId, channelName, onClose }: Props) {
  const [draft, setDraft] = useDraft<Donation>('donation')
  const { payAmount, donationText, isAnonymous } = draft ?? initial
  const change = (changed: Partial<Donation>) => setDraft((before) => ({ ...(before ?? initial), ...changed }))
  const queries = useQueryClient()
  const { data: wallet } = useQuery(walletQuery)
  const donate = useMutation({
    mutationFn: (amount: number) =>
      api(consoleApi.channels.donate, {
        pathParams: { channelId },
        body: {
          payAmount: amount,
          isAnonymous,
          ...watchProofOf(channelId),
          ...(donationText !== '' && { donationText }),
        },
      }),
    onSuccess: () => {
      setDraft(() => null)
      void queries.invalidateQueries(walletQuery)
      onClose()
    },
  })
  const hasBlockedWord = isRefusal(donate.error, 'BLOCKED_WORD')
  const retrySec = useRetryWait(donate.error)
  const isTooMuch = wallet !== undefined && typeof payAmount === 'number' && payAmount > wallet.balance
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof payAmount === 'number' && payAmount > 0 && !isTooMuch && retrySec === 0) donate.mutate(payAmount)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title(channelName)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <NumberInput
            label={t.amount}
            description={wallet && t.wallet(won(wallet.balance))}
            value={payAmount}
            onChange={(amount) => change({ payAmount: amount })}
            min={1}
            max={1_000_000_000}
            step={1_000}
            thousandSeparator=","
            allowDecimal={false}
            error={isTooMuch ? t.tooMuch : undefined}
            required
            data-autofocus
          />
          <Group gap="xs">
            {suggestedAmounts.map((amount) => (
              <Button key={amount} size="compact-sm" variant="default" onClick={() => change({ payAmount: amount })}>
                {won(amount)}
              </Button>
            ))}
          </Group>
          <TextInput
            label={t.message}
            description={t.messageHint}
            value={donationText}
            onChange={(event) => {
              donate.reset()
              change({ donationText: event.currentTarget.value })
            }}
            error={hasBlockedWord && <ErrorText error={donate.error} />}
            maxLength={limits.textInputLength}
          />
          <Checkbox
            label={t.anonymous}
            description={t.anonymousHint}
            checked={isAnonymous}
            onChange={(event) => change({ isAnonymous: event.currentTarget.checked })}
          />
          {donate.error && !hasBlockedWord && <ErrorAlert error={donate.error} />}
          <Button
            type="submit"
            loading={donate.isPending}
            disabled={typeof payAmount !== 'number' || isTooMuch || retrySec > 0}
          >
            {typeof payAmount === 'number' ? t.submit(won(payAmount)) : t.submitNothing}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

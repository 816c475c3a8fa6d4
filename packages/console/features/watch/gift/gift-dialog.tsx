import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api, isRefusal } from '../../../lib/api.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { walletQuery } from '../queries.ts'
import { watchProofOf } from '../viewer-claims.ts'

const { gift: t } = strings('about').subscribe
const { won } = strings('watch')
const { dialog } = strings('common')

type Receiver = { channelId: string; channelName: string }
type Props = { channelId: string; onClose: () => void } & ({ channelName: string } | { receiver: Receiver })

/** Gives subscriptions to a channel: to one person, or to people of the channel at random. */
export function GiftDialog({ channelId, onClose, ...target }: Props) {
  const receiver = 'receiver' in target ? target.receiver : null
  const [count, setCount] = useState<number | string>(1)
  // A click that is repeated after an error on the way gives nothing twice.
  const [giftId, setGiftId] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  const { data: wallet } = useQuery(walletQuery)
  const give = useMutation({
    mutationFn: (subscriptions: number) =>
      api(consoleApi.gifts.giveSubscriptions, {
        pathParams: { channelId, giftId },
        body: {
          count: subscriptions,
          ...watchProofOf(channelId),
          ...(receiver && { receiverChannelId: receiver.channelId }),
        },
      }),
    onSuccess: () => {
      setGiftId(crypto.randomUUID())
      return Promise.all([
        queries.invalidateQueries(walletQuery),
        queries.invalidateQueries({ queryKey: ['chatProfile'] }),
        queries.invalidateQueries({ queryKey: ['chatter'] }),
      ])
    },
  })
  const retrySec = useRetryWait(give.error)
  const price = typeof count === 'number' ? count * limits.giftWon : 0
  const isTooMuch = wallet !== undefined && price > wallet.balance
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof count === 'number' && count > 0 && !isTooMuch && retrySec === 0 && !give.isPending) give.mutate(count)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={'receiver' in target ? t.titleFor(target.receiver.channelName) : t.title(target.channelName)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{receiver === null ? t.about : t.aboutOne}</Text>
          {receiver === null && (
            <NumberInput
              label={t.count}
              description={t.most(limits.subscriptionsPerGift)}
              value={count}
              onChange={setCount}
              min={1}
              max={limits.subscriptionsPerGift}
              clampBehavior="strict"
              allowDecimal={false}
              data-autofocus
            />
          )}
          {wallet && (
            <Text size="sm" c={isTooMuch ? 'red' : 'dimmed'}>
              {isTooMuch ? t.tooMuch : t.wallet(won(wallet.balance))}
            </Text>
          )}
          {isRefusal(give.error, 'TOO_FEW_RECEIVERS') ? (
            <Text size="sm" c="red" role="alert">
              <ErrorText error={give.error} />
            </Text>
          ) : (
            give.error && <ErrorAlert error={give.error} />
          )}
          <Text size="sm" role="status">
            {give.data && t.done(give.data.receivers.map(({ channelName }) => channelName).join(', '))}
          </Text>
          <Button type="submit" loading={give.isPending} disabled={price === 0 || isTooMuch || retrySec > 0}>
            {t.submit(won(price))}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

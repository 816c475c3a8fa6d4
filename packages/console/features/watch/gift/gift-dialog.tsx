import { Button, Checkbox, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { ApiError } from '@onair/sdk/http'
import { api } from '../../../lib/api.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { IconGift } from '../../../ui/icons.tsx'
import { walletQuery } from '../queries.ts'
import { watchProofOf } from '../viewer-claims.ts'

const { gift: t } = strings('about').subscribe
const { won } = strings('watch')
const { dialog } = strings('common')

const suggestedCounts = [1, 5, 10, limits.subscriptionsPerGift]

type Receiver = { channelId: string; channelName: string }
type Props = { channelId: string; onClose: () => void } & ({ channelName: string } | { receiver: Receiver })

/** Gives subscriptions to a channel: to one person, or to people of the channel at random. Then it names them. */
export function GiftDialog({ channelId, onClose, ...target }: Props) {
  const receiver = 'receiver' in target ? target.receiver : null
  const [count, setCount] = useState<number | string>(1)
  const [isAnonymous, setAnonymous] = useState(false)
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
          isAnonymous,
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
  // How many people can get one, if they are too few.
  const reason = give.error instanceof ApiError ? give.error.reason : undefined
  const possible = reason?.code === 'TOO_FEW_RECEIVERS' ? Number(reason.params.count) : 0
  const chosen = typeof count === 'number' ? count : 0
  const price = chosen * limits.giftWon
  const left = wallet === undefined ? 0 : wallet.balance - price
  const change = (changed: number | string) => {
    give.reset()
    setCount(changed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen > 0 && left >= 0 && retrySec === 0 && !give.isPending) give.mutate(chosen)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={receiver === null ? t.title : t.titleFor(receiver.channelName)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      {give.data ? (
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap" role="status">
            <IconGift size={22} stroke={1.75} aria-hidden="true" />
            <Text fw={600}>{t.done(give.data.receivers.length)}</Text>
          </Group>
          <Group component="ul" gap="xs" aria-label={t.receivers}>
            {give.data.receivers.map((one) => (
              <li key={one.channelId}>
                <Text span size="sm" fw={600}>
                  <bdi>{one.channelName}</bdi>
                </Text>
              </li>
            ))}
          </Group>
          <Text size="sm" c="dimmed">
            {isAnonymous ? t.shownAnonymous : t.shown} {wallet && t.wallet(won(wallet.balance))}
          </Text>
          <Group grow>
            {receiver === null && (
              <Button variant="default" onClick={() => give.reset()}>
                {t.again}
              </Button>
            )}
            <Button onClick={onClose} data-autofocus>
              {t.close}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">{'channelName' in target ? t.about(target.channelName) : t.aboutOne}</Text>
            {receiver === null && (
              <>
                <NumberInput
                  label={t.count}
                  description={t.most(limits.subscriptionsPerGift, won(limits.giftWon))}
                  value={count}
                  onChange={change}
                  min={1}
                  max={limits.subscriptionsPerGift}
                  clampBehavior="strict"
                  allowDecimal={false}
                  data-autofocus
                />
                <Group gap="xs">
                  {suggestedCounts.map((suggested) => (
                    <Button key={suggested} size="compact-sm" variant="default" onClick={() => change(suggested)}>
                      {t.counted(suggested)}
                    </Button>
                  ))}
                </Group>
              </>
            )}
            <Checkbox
              label={t.anonymous}
              description={t.anonymousHint}
              checked={isAnonymous}
              onChange={({ currentTarget: { checked } }) => setAnonymous(checked)}
            />
            {wallet && (
              <Facts>
                <Fact name={t.price}>{t.sum(chosen, won(limits.giftWon), won(price))}</Fact>
                <Fact name={t.balance}>{won(wallet.balance)}</Fact>
                <Fact name={t.left}>{left < 0 ? t.tooMuch(won(-left)) : won(left)}</Fact>
              </Facts>
            )}
            {give.error && <ErrorAlert error={give.error} />}
            {possible > 0 && (
              <Button variant="default" onClick={() => change(possible)}>
                {t.giveFewer(possible)}
              </Button>
            )}
            <Button type="submit" loading={give.isPending} disabled={chosen === 0 || left < 0 || retrySec > 0}>
              {t.submit(chosen, won(price))}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

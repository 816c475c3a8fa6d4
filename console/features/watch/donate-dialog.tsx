import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { walletQuery } from './channel-queries.ts'
import { formatWon } from './format.ts'

const suggestedAmounts = [1_000, 5_000, 10_000, 50_000]

type Props = { channelId: string; channelName: string; onClose: () => void }

/** Gives play money to a channel, with words that are shown in its chat. */
export default function DonateDialog({ channelId, channelName, onClose: close }: Props) {
  const [payAmount, setPayAmount] = useState<number | string>(1_000)
  const [donationText, setDonationText] = useState('')
  const queries = useQueryClient()
  const { data: wallet } = useQuery(walletQuery)
  const donate = useMutation({
    mutationFn: (amount: number) =>
      api(consoleApi.channels.donate, {
        pathParams: { channelId },
        body: { payAmount: amount, ...(donationText !== '' && { donationText }) },
      }),
    onSuccess: () => {
      void queries.invalidateQueries(walletQuery)
      close()
    },
  })
  const isTooMuch = wallet !== undefined && typeof payAmount === 'number' && payAmount > wallet.balance
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof payAmount === 'number' && payAmount > 0 && !isTooMuch) donate.mutate(payAmount)
  }
  return (
    <Modal opened onClose={close} title={t.title(channelName)} closeButtonProps={{ 'aria-label': t.close }} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <NumberInput
            label={t.amount}
            description={wallet && t.wallet(formatWon(wallet.balance))}
            value={payAmount}
            onChange={setPayAmount}
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
              <Button key={amount} size="compact-sm" variant="default" onClick={() => setPayAmount(amount)}>
                {formatWon(amount)}
              </Button>
            ))}
          </Group>
          <TextInput
            label={t.words}
            description={t.wordsAbout}
            value={donationText}
            onChange={(event) => setDonationText(event.currentTarget.value)}
            maxLength={400}
          />
          {donate.error && <ErrorAlert error={donate.error} />}
          <Button type="submit" loading={donate.isPending} disabled={typeof payAmount !== 'number' || isTooMuch}>
            {typeof payAmount === 'number' ? t.give(formatWon(payAmount)) : t.giveNothing}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

const t = localize({
  ko: {
    title: (name: string) => `${name}에 후원하기`,
    close: '닫기',
    amount: '금액 (원)',
    wallet: (balance: string) => `지갑에 연습용 돈 ${balance}이 있습니다.`,
    tooMuch: '지갑에 있는 돈보다 많습니다.',
    words: '함께 보낼 말',
    wordsAbout: '채팅에 함께 보입니다. 100자까지, 비워도 됩니다.',
    give: (amount: string) => `${amount} 후원하기`,
    giveNothing: '후원하기',
  },
  en: {
    title: (name: string) => `Donate to ${name}`,
    close: 'Close',
    amount: 'Amount (won)',
    wallet: (balance: string) => `Your wallet holds ${balance} of play money.`,
    tooMuch: 'That is more than your wallet holds.',
    words: 'A few words with it',
    wordsAbout: 'Shown in the chat. Up to 100 characters, or none.',
    give: (amount: string) => `Donate ${amount}`,
    giveNothing: 'Donate',
  },
})

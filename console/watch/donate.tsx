import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleChannels } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { walletQuery } from './channel-queries.ts'
import { won } from './won.ts'

const suggested = [1_000, 5_000, 10_000, 50_000]

type Given = { channelId: string; channelName: string; close: () => void }

/** Gives play money to a channel, with words that are shown in its chat. */
export default function Donate({ channelId, channelName, close }: Given) {
  const [payAmount, setPayAmount] = useState<number | string>(1_000)
  const [donationText, setDonationText] = useState('')
  const queries = useQueryClient()
  const { data: wallet } = useQuery(walletQuery)
  const give = useMutation({
    mutationFn: (amount: number) =>
      api(consoleChannels.donate, {
        inPath: { channelId },
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
    if (typeof payAmount === 'number' && payAmount > 0 && !isTooMuch) give.mutate(payAmount)
  }
  return (
    <Modal
      opened
      onClose={close}
      title={said.title(channelName)}
      closeButtonProps={{ 'aria-label': said.close }}
      centered
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <NumberInput
            label={said.amount}
            description={wallet && said.wallet(won(wallet.balance))}
            value={payAmount}
            onChange={setPayAmount}
            min={1}
            max={1_000_000_000}
            step={1_000}
            thousandSeparator=","
            allowDecimal={false}
            error={isTooMuch ? said.tooMuch : undefined}
            required
            data-autofocus
          />
          <Group gap="xs">
            {suggested.map((amount) => (
              <Button key={amount} size="compact-sm" variant="default" onClick={() => setPayAmount(amount)}>
                {won(amount)}
              </Button>
            ))}
          </Group>
          <TextInput
            label={said.words}
            description={said.wordsAbout}
            value={donationText}
            onChange={(event) => setDonationText(event.currentTarget.value)}
            maxLength={400}
          />
          {give.error && <Failed error={give.error} />}
          <Button type="submit" loading={give.isPending} disabled={typeof payAmount !== 'number' || isTooMuch}>
            {typeof payAmount === 'number' ? said.give(won(payAmount)) : said.giveNothing}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

const said = inLanguage({
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

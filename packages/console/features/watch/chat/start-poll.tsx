import {
  ActionIcon,
  Anchor,
  Button,
  CloseButton,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { IconChartBar } from '../../../ui/icons.tsx'

const t = strings('poll')
const { dialog } = strings('common')

const durations = [30, 60, 120, 180, 300, 600]
type Draft = { question: string; options: string[]; seconds: number }
const empty: Draft = { question: '', options: ['', ''], seconds: 60 }

/** A button for moderators that opens the form of a new poll. */
export default function StartPoll({ channelId }: { channelId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={t.start} title={t.start} onClick={() => setOpen(true)}>
        <IconChartBar size={17} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {isOpen && <PollDialog channelId={channelId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The form of a new poll. */
export function PollDialog({ channelId, onClose }: { channelId: string; onClose: () => void }) {
  const isOwn = useVisitorChannelId() === channelId
  const [draft, setDraft] = useDraft<Draft>(`poll ${channelId}`)
  const { question, options, seconds } = draft ?? empty
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...(before ?? empty), ...change }))
  const start = useMutation({
    mutationFn: () =>
      api(consoleApi.polls.startPoll, { pathParams: { channelId }, body: { question, options, seconds } }),
    onSuccess: () => {
      setDraft(() => null)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t.start} closeButtonProps={{ 'aria-label': dialog.close }} centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t.question}
            value={question}
            onChange={(event) => set({ question: event.currentTarget.value })}
            maxLength={limits.pollQuestionLength}
            description={t.count(question.length, limits.pollQuestionLength)}
            required
            data-autofocus
          />
          {options.map((option, at) => (
            <TextInput
              key={at}
              label={t.option(at + 1)}
              value={option}
              onChange={({ currentTarget: { value } }) => set({ options: options.with(at, value) })}
              maxLength={limits.pollOptionLength}
              required
              rightSectionWidth="auto"
              rightSection={
                <Group gap={4} mx={8} wrap="nowrap">
                  <Text size="xs" c="dimmed">
                    {option.length}/{limits.pollOptionLength}
                  </Text>
                  {options.length > 2 && (
                    <CloseButton
                      size="sm"
                      aria-label={t.removeOption(at + 1)}
                      onClick={() => set({ options: options.toSpliced(at, 1) })}
                    />
                  )}
                </Group>
              }
            />
          ))}
          <Group justify="space-between">
            <Button
              size="xs"
              variant="default"
              disabled={options.length >= limits.pollOptions}
              onClick={() => set({ options: [...options, ''] })}
            >
              {t.addOption}
            </Button>
            <Text size="xs" c="dimmed">
              {t.optionCount(options.length, limits.pollOptions)}
            </Text>
          </Group>
          <NativeSelect
            label={t.duration}
            value={String(seconds)}
            onChange={(event) => set({ seconds: Number(event.currentTarget.value) })}
            data={durations.map((each) => ({ value: String(each), label: t.durations(each) }))}
          />
          {start.error && <ErrorAlert error={start.error} />}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {isOwn && <Anchor href="/studio/overlays?overlay=poll">{t.overlay}</Anchor>}
            </Text>
            <Button
              type="submit"
              loading={start.isPending}
              disabled={question.trim() === '' || options.some((option) => option.trim() === '')}
            >
              {t.startNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type FormEvent, type ReactNode } from 'react'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { signInUrl } from '../../../lib/visitor.ts'
import { loadStrings, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { channelQuery, type ChannelDetails } from '../queries.ts'
import { keepWatchProof } from '../viewer-claims.ts'
import { Avatar } from './avatar.tsx'
import layout from '../../../ui/layout.module.css'

const t = strings('private')
const SubscribeDialog = lazy(async () => {
  await loadStrings('about')
  return import('./subscribe-dialog.tsx')
})

type Block = NonNullable<ChannelDetails['watchBlock']>
/** `onOpened`: also called once the viewer did what opens the channel. */
type GateProps = { channel: ChannelDetails; block: Block; onOpened?: () => void }
type Props = { channelId: string; channelName: string; onOpened: () => Promise<unknown> }

/** Shown in place of a channel that the viewer may not watch: why, and what opens it. */
export default function PrivateGate({ channel, block, onOpened: onOpenedHere }: GateProps) {
  const { channelId, channelName, channelImageUrl } = channel
  const queries = useQueryClient()
  const onOpened = async () => {
    await queries.invalidateQueries(channelQuery(channelId))
    onOpenedHere?.()
  }
  const Opening = openings[block]
  return (
    <div className={layout.emptyState}>
      <Avatar name={channelName} imageUrl={channelImageUrl} />
      <PageTitle>{channelName}</PageTitle>
      <Text c="dimmed" role="status">
        {t.why[block]}
      </Text>
      <Opening channelId={channelId} channelName={channelName} onOpened={onOpened} />
      <ButtonLink to="/watch" variant="subtle">
        {t.otherLives}
      </ButtonLink>
    </div>
  )
}

function SignIn() {
  return (
    <Button component="a" href={signInUrl()}>
      {t.signIn}
    </Button>
  )
}

function EnterPassword({ channelId, onOpened }: Props) {
  const [password, setPassword] = useState('')
  const [hasStorage, setStorage] = useState(true)
  const enter = useMutation({
    mutationFn: () => api(consoleApi.watch.enterWatchPassword, { pathParams: { channelId }, body: { password } }),
    onSuccess: async ({ watchProof }) => {
      setStorage(keepWatchProof(channelId, watchProof))
      await onOpened()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !enter.isPending) enter.mutate()
  }
  const error = enter.error ? <ErrorText error={enter.error} /> : hasStorage ? null : t.noStorage
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" w="min(20rem, 100%)" mx="auto">
        <PasswordInput
          label={t.password}
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
          maxLength={limits.watchPasswordLength}
          autoComplete="off"
          error={error}
        />
        <Button type="submit" loading={enter.isPending} disabled={password === ''}>
          {t.enter}
        </Button>
      </Stack>
    </form>
  )
}

function Follow({ channelId, channelName, onOpened }: Props) {
  const follow = useMutation({
    mutationFn: () => api(consoleApi.channels.follow, { pathParams: { channelId } }),
    onSuccess: onOpened,
  })
  return (
    <>
      <Button loading={follow.isPending} onClick={() => follow.mutate()} aria-label={t.followOne(channelName)}>
        {t.follow}
      </Button>
      {follow.error && <ErrorAlert error={follow.error} />}
    </>
  )
}

function Subscribe({ channelId, channelName, onOpened }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    void onOpened()
  }
  return (
    <Group justify="center">
      <Button onClick={() => setOpen(true)}>{t.subscribe}</Button>
      {isOpen && (
        <Suspense>
          <SubscribeDialog channelId={channelId} channelName={channelName} current={null} onClose={close} />
        </Suspense>
      )}
    </Group>
  )
}

const openings: Record<Block, (props: Props) => ReactNode> = {
  WATCH_NEEDS_SIGN_IN: SignIn,
  WATCH_NEEDS_PASSWORD: EnterPassword,
  WATCH_FOR_FOLLOWERS: Follow,
  WATCH_FOR_SUBSCRIBERS: Subscribe,
  WATCH_FOR_LISTED: () => null,
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi, deviceOf, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { canUsePasskeys, createPasskey } from '../../../lib/passkeys.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { accountQuery, type AccountDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'
import { SettingHead } from '../../../ui/setting-head.tsx'

const { passkeys: t, sessions } = strings('account')

type Passkey = AccountDetails['passkeys'][number]

/** The passkeys of the user, and a form that adds one. */
export function Passkeys({ account }: { account: AccountDetails }) {
  const { passkeys } = account
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="passkeys">
      <SettingHead id="passkeys" title={t.title} about={t.about} />
      <Stack gap="md">
        {passkeys.length > 0 && (
          <ul className={layout.rows} aria-labelledby="passkeys">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
            ))}
          </ul>
        )}
        {account.canUsePasskeys && canUsePasskeys ? (
          <AddPasskey />
        ) : (
          <Text size="sm">{account.canUsePasskeys ? t.oldBrowser : t.notHere(window.location.host)}</Text>
        )}
      </Stack>
    </section>
  )
}

function PasskeyRow({ passkey: { passkeyId, name, createdDate, lastUsedDate } }: { passkey: Passkey }) {
  const queries = useQueryClient()
  const remove = async () => {
    await api(consoleApi.secondFactor.removePasskey, { pathParams: { passkeyId } })
    await queries.invalidateQueries(accountQuery)
  }
  return (
    <li className={layout.row}>
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {t.added} <RelativeTime at={createdDate} /> ·{' '}
          {lastUsedDate === null ? (
            t.neverUsed
          ) : (
            <>
              {t.lastUsed} <RelativeTime at={lastUsedDate} />
            </>
          )}
        </Text>
      </div>
      <ConfirmButton
        label={t.remove}
        ariaLabel={t.removeOne(name)}
        title={t.removeTitle(name)}
        confirmLabel={t.removeConfirm}
        onConfirm={remove}
      >
        {t.removeAbout}
      </ConfirmButton>
    </li>
  )
}

/** The name of a new passkey, if the user types none. */
function defaultName(): string {
  const device = deviceOf(navigator.userAgent)
  return device === null ? t.title : sessions.device(device.browser, device.system)
}

function AddPasskey() {
  const queries = useQueryClient()
  const [draft, setDraft] = useDraft<string>('passkey-name')
  const name = draft ?? defaultName()
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await api(consoleApi.secondFactor.createPasskeyOptions)
      const credential = await createPasskey(options)
      await api(consoleApi.secondFactor.addPasskey, { body: { name, credential } })
    },
    onSuccess: () => {
      setDraft(() => null)
      return queries.invalidateQueries(accountQuery)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={name}
          onChange={({ currentTarget: { value } }) => setDraft(() => value)}
          maxLength={limits.channelNameLength}
          maw={420}
        />
        {add.error instanceof DOMException ? (
          <Text size="sm" c="red" role="alert">
            {add.error.name === 'InvalidStateError' ? t.exists : t.notCreated}
          </Text>
        ) : (
          add.error && <ErrorAlert error={add.error} />
        )}
        <Group>
          <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

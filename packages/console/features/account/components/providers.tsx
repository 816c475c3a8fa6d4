import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { accountQuery, type AccountDetails } from '../queries.ts'
import layout from '../../../ui/layout.module.css'
import { SettingHead } from '../../../ui/setting-head.tsx'

const { providers: t } = strings('account')

type Provider = AccountDetails['providers'][number]

/** The providers with which the user signs in, or can. */
export function Providers({ providers }: Pick<AccountDetails, 'providers'>) {
  return (
    <section className={`card ${layout.setting}`} aria-labelledby="providers">
      <SettingHead id="providers" title={t.title} about={t.about} />
      <ul className={layout.rows} aria-labelledby="providers">
        {providers.map((provider) => (
          <ProviderRow key={provider.providerId} provider={provider} />
        ))}
      </ul>
    </section>
  )
}

function ProviderRow({ provider: { providerId, name, link } }: { provider: Provider }) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => api(consoleApi.providers.startLink, { pathParams: { providerId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const unlink = async () => {
    await api(consoleApi.providers.unlinkProvider, { pathParams: { providerId } })
    await queries.invalidateQueries(accountQuery)
  }
  return (
    <li className={layout.row}>
      <Stack gap={4} style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {link === null ? (
            t.notLinked
          ) : (
            <>
              {t.linked} <RelativeTime at={link.createdDate} /> ·{' '}
              {link.lastUsedDate === null ? (
                t.neverUsed
              ) : (
                <>
                  {t.lastUsed} <RelativeTime at={link.lastUsedDate} />
                </>
              )}
            </>
          )}
        </Text>
        {start.error && <ErrorAlert error={start.error} />}
      </Stack>
      {link === null ? (
        <Button
          size="xs"
          variant="default"
          aria-label={t.linkOne(name)}
          // After it is answered, the browser is on its way.
          loading={start.isPending || start.isSuccess}
          onClick={() => start.mutate()}
        >
          {t.link}
        </Button>
      ) : (
        <ConfirmButton
          label={t.unlink}
          ariaLabel={t.unlinkOne(name)}
          title={t.unlinkTitle(name)}
          confirmLabel={t.unlinkConfirm}
          onConfirm={unlink}
        >
          {t.unlinkAbout(name)}
        </ConfirmButton>
      )}
    </li>
  )
}

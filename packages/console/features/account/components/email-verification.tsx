import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { verification: t } = strings('account')

/** Whether the address is verified, and otherwise a button that sends the link, which a sandbox shows in its mailbox. */
export function EmailVerification({ isVerified }: { isVerified: boolean }) {
  const send = useMutation({ mutationFn: () => api(consoleApi.account.sendVerification) })
  if (isVerified)
    return (
      <Text size="sm" c="dimmed">
        {t.verified}
      </Text>
    )
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.notVerified}
      </Text>
      {send.isSuccess ? (
        <Text size="sm" role="status">
          {send.data.isSent ? t.sent : t.notSent}
          {isSandbox && (
            <>
              {' '}
              <Anchor href="/sandbox/mails">{t.mailbox}</Anchor>
            </>
          )}
        </Text>
      ) : (
        <Button variant="default" size="xs" mt={4} loading={send.isPending} onClick={() => send.mutate()}>
          {t.send}
        </Button>
      )}
      {send.isError && <ErrorAlert error={send.error} />}
    </>
  )
}

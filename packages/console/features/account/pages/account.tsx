import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { dateFormat } from '../../../lib/time-format.ts'
import layout from '../../../ui/layout.module.css'
import { Avatar } from '../../watch/components/avatar.tsx'
import { accountQuery, type AccountDetails } from '../queries.ts'
import { ChangeEmail } from '../components/change-email.tsx'
import { ChangePassword } from '../components/change-password.tsx'
import { DeleteAccount } from '../components/delete-account.tsx'
import { EmailVerification } from '../components/email-verification.tsx'
import { DownloadData } from '../components/download-data.tsx'
import { Notices } from '../components/notices.tsx'
import { OwnReports } from '../components/own-reports.tsx'
import { Passkeys } from '../components/passkeys.tsx'
import { Providers } from '../components/providers.tsx'
import { Sessions } from '../components/sessions.tsx'
import { TwoStep } from '../components/two-step.tsx'

const { page: t } = strings('account')

/** The account of the user: password, two-step verification, notices, passkeys, providers, sessions in browsers, reports, data, deletion. */
export function Account() {
  const query = useQuery(accountQuery)
  return (
    <div className={layout.sections}>
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {(account) => (
          <>
            <Profile account={account} />
            <RenameChannel account={account} />
            <Notices personId={account.channelId} />
            <ChangeEmail account={account} />
            <ChangePassword account={account} onChanged={() => void query.refetch()} />
            <TwoStep account={account} />
            <Passkeys account={account} />
            {account.providers.length > 0 && <Providers providers={account.providers} />}
            <Sessions sessions={account.sessions} onChanged={() => query.refetch()} />
            <OwnReports />
            <DownloadData channelId={account.channelId} />
            <DeleteAccount account={account} />
          </>
        )}
      </QueryBoundary>
    </div>
  )
}

function RenameChannel({ account: { channelName } }: { account: AccountDetails }) {
  const queries = useQueryClient()
  const save = async (body: { channelName?: string }) => {
    await api(consoleApi.account.renameChannel, { body: { channelName: body.channelName ?? channelName } })
    await Promise.all([queries.invalidateQueries(accountQuery), queries.invalidateQueries(visitorQuery)])
  }
  return (
    <EditForm
      label={t.rename}
      savedValues={{ channelName }}
      save={save}
      isInvalid={(values) => !hasValidLength(values.channelName)}
      head={<SettingHead title={t.rename} about={t.renameHint} />}
    >
      {(values, set) => (
        <TextInput
          label={t.channelName}
          description={t.channelNameHint}
          value={values.channelName}
          onChange={({ currentTarget: { value } }) => set({ channelName: value })}
          maw={420}
        />
      )}
    </EditForm>
  )
}

function Profile({ account }: { account: AccountDetails }) {
  const { data: visitor } = useQuery(visitorQuery)
  return (
    <section className={`card ${layout.setting}`} aria-label={t.title}>
      <Group gap="md" wrap="nowrap" align="start">
        <Avatar name={account.channelName} imageUrl={visitor?.channelImageUrl ?? null} />
        <Text component="div" fz="xl" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{account.channelName}</bdi>
        </Text>
      </Group>
      <Facts>
        <Fact name={t.email}>
          <bdi>{account.email}</bdi>
          {account.canVerifyEmail && <EmailVerification isVerified={account.emailVerified} />}
        </Fact>
        <Fact name={t.channelId}>
          <CopyableText value={account.channelId} />
        </Fact>
        <Fact name={t.identity}>
          {account.identityVerified ? (
            t.verified
          ) : (
            <>
              {t.notVerified}
              <Text size="sm" c="dimmed">
                {t.whyVerify} {account.canVerifyIdentity ? null : t.cannotVerify}
              </Text>
              {account.canVerifyIdentity && <Anchor href="/verify-identity">{t.verify}</Anchor>}
            </>
          )}
        </Fact>
        <Fact name={t.created}>
          <time dateTime={account.createdDate}>{dateFormat.format(new Date(account.createdDate))}</time>
        </Fact>
      </Facts>
    </section>
  )
}

function hasValidLength(channelName: string): boolean {
  const length = Array.from(channelName.normalize('NFC').trim()).length
  return length > 0 && length <= limits.channelNameLength
}

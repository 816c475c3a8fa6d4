import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useLinkToken } from '../../../lib/link-token.ts'
import { signInUrl, visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'

const { join: t, roleNames } = strings('admin')

const storageKey = 'site-role-link'

/** Where the one-time link of a role leads. */
export function AdminJoin() {
  const token = useLinkToken(storageKey)
  const { data: visitor } = useQuery(visitorQuery)
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => api(consoleApi.admin.acceptSiteRole, { body: { token } }),
    onSuccess: () => {
      sessionStorage.removeItem(storageKey)
      return queries.invalidateQueries(visitorQuery)
    },
  })
  if (visitor === undefined) return null
  const about = token === '' ? t.noToken : visitor === null ? t.signInFirst : t.about(visitor.channelName)
  return (
    <Stack gap="lg" className="card">
      <PageTitle description={about}>{t.title}</PageTitle>
      {accept.error !== null && <ErrorAlert error={accept.error} />}
      {accept.data !== undefined && (
        <p role="status">
          {t.done(roleNames[accept.data.role])} <Link to="/admin">{t.open}</Link>
        </p>
      )}
      {token !== '' && accept.data === undefined && (
        <Group>
          {visitor === null ? (
            <Button component="a" href={signInUrl()}>
              {t.signIn}
            </Button>
          ) : (
            <Button loading={accept.isPending} onClick={() => accept.mutate()}>
              {t.accept}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

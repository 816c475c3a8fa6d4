import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'

const { join: t, roleNames } = strings('admin')

/** Where the one-time link of a role leads. The token is the fragment of the address. */
export function AdminJoin() {
  const { data: visitor } = useQuery(visitorQuery)
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => api(consoleApi.admin.acceptSiteRole, { body: { token: window.location.hash.slice(1) } }),
    onSuccess: () => queries.invalidateQueries(visitorQuery),
  })
  if (!visitor) return null
  return (
    <Stack gap="lg" className="card">
      <PageTitle description={t.about(visitor.channelName)}>{t.title}</PageTitle>
      {accept.error !== null && <ErrorAlert error={accept.error} />}
      {accept.data === undefined ? (
        <Group>
          <Button loading={accept.isPending} disabled={window.location.hash.length < 2} onClick={() => accept.mutate()}>
            {t.accept}
          </Button>
        </Group>
      ) : (
        <p role="status">
          {t.done(roleNames[accept.data.role])} <Link to="/admin">{t.open}</Link>
        </p>
      )}
    </Stack>
  )
}

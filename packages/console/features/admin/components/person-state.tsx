import { Badge, Group } from '@mantine/core'
import type { SiteRole } from '@onair/contract'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { strings } from '../../../locales/index.ts'

const { people: t, roleNames } = strings('admin')

type Props = {
  request: { isRefused: boolean } | null
  suspension: { endDate: string | null } | null
  siteRole: SiteRole | null
  mayStream: boolean
  streamRequest: string | null
}

/** Whether a person waits for approval or is suspended, and until when, whether the person asks to stream or may stream, and the role in running the site. */
export function PersonState({ request, suspension, siteRole, mayStream, streamRequest }: Props) {
  return (
    <Group gap={6} component="span">
      {request !== null && (
        <Badge color={request.isRefused ? 'red' : 'gray'} variant="light" tt="none">
          {request.isRefused ? t.refused : t.waiting}
        </Badge>
      )}
      {suspension !== null && (
        <Badge color="red" variant="light" tt="none">
          {suspension.endDate === null
            ? t.suspended
            : t.suspendedUntil(dateMinuteFormat.format(new Date(suspension.endDate)))}
        </Badge>
      )}
      {streamRequest !== null && (
        <Badge color="orange" variant="light" tt="none">
          {t.asksToStream}
        </Badge>
      )}
      {mayStream && (
        <Badge color="gray" variant="light" tt="none">
          {t.mayStream}
        </Badge>
      )}
      {siteRole !== null && (
        <Badge variant="light" tt="none">
          {roleNames[siteRole]}
        </Badge>
      )}
    </Group>
  )
}

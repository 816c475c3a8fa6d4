import { Stack, Text } from '@mantine/core'
import { webhooks } from '@onair/contract'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import { strings } from '../../../locales/index.ts'
import classes from '../reference.module.css'

const { events: t } = strings('reference')

const kinds = [
  { kind: t.sessionMessages, names: Object.keys(sessionMessages) },
  { kind: t.webhooks, names: Object.keys(webhooks) },
]

/** Links to the messages and notifications of the page of events: in the list of the reference, or on top where it has no room. */
export function EventList({ isInSideList = false }: { isInSideList?: boolean }) {
  return (
    <Stack
      component="nav"
      gap="xs"
      className={isInSideList ? classes.sideEvents : classes.pageEvents}
      aria-label={t.onThisPage}
    >
      {kinds.map(({ kind, names }) => (
        <div key={kind}>
          <Text span size="xs" c="dimmed">
            {kind}
          </Text>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <a href={`#${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  )
}

import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'

const { audience: t } = strings('studio')

type Props = { to: '/studio/followers' | '/studio/subscribers'; page: number; pages: number }

/** Links to the previous and the next page of a list. */
export function Pager({ to, page, pages }: Props) {
  if (pages <= 1 && page === 0) return null
  return (
    <Group component="nav" gap="md" aria-label={t.pages} fz="sm">
      {page > 0 && (
        <Link to={to} search={searchForPage(Math.min(page, pages) - 1)}>
          ← {t.previous}
        </Link>
      )}
      <Text span inherit c="dimmed">
        {t.page(page + 1, pages)}
      </Text>
      {page + 1 < pages && (
        <Link to={to} search={searchForPage(page + 1)}>
          {t.next} →
        </Link>
      )}
    </Group>
  )
}

/** Keeps the other search parameters. */
function searchForPage(page: number) {
  return (before: object) => ({ ...before, page: page === 0 ? undefined : page })
}

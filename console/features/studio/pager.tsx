import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { localize } from '../../lib/language.ts'

type Props = { to: '/studio/followers' | '/studio/subscribers'; page: number; pages: number }

/** The way to the other pages of a list, by its address. */
export function Pager({ to, page, pages }: Props) {
  if (pages <= 1 && page === 0) return null
  return (
    <Group component="nav" gap="md" aria-label={t.pages} className="small">
      {page > 0 && (
        <Link to={to} search={searchForPage(Math.min(page, pages) - 1)}>
          ← {t.newer}
        </Link>
      )}
      <span className="soft">{t.of(page + 1, pages)}</span>
      {page + 1 < pages && (
        <Link to={to} search={searchForPage(page + 1)}>
          {t.older} →
        </Link>
      )}
    </Group>
  )
}

/** The same address, at another page. */
function searchForPage(page: number) {
  return (before: object) => ({ ...before, page: page === 0 ? undefined : page })
}

const t = localize({
  ko: { pages: '쪽', newer: '앞', older: '뒤', of: (page: number, pages: number) => `${page} / ${pages}쪽` },
  en: {
    pages: 'Pages',
    newer: 'Previous',
    older: 'Next',
    of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
})

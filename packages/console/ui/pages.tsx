import { Button, Group, Text } from '@mantine/core'

type Props = {
  list: { data: readonly unknown[]; page: number; totalCount: number; totalPages: number }
  /** The most rows of a page. */
  size: number
  texts: {
    title: string
    previous: string
    next: string
    range: (from: number, to: number, all: number) => string
  }
  onPage: (page: number | undefined) => void
}

/** Buttons to the page before and after. Nothing for a list of one page. */
export function Pages({ list: { data, page, totalCount, totalPages }, size, texts: t, onPage }: Props) {
  if (totalPages <= 1 && page === 0) return null
  const start = page * size
  return (
    <Group gap="sm" component="nav" aria-label={t.title}>
      <Button
        size="xs"
        variant="default"
        disabled={page === 0}
        onClick={() => onPage(Math.min(page, totalPages) - 1 || undefined)}
      >
        {t.previous}
      </Button>
      <Text span size="sm" c="dimmed">
        {t.range(Math.min(start + 1, totalCount), Math.min(start + data.length, totalCount), totalCount)}
      </Text>
      <Button size="xs" variant="default" disabled={page + 1 >= totalPages} onClick={() => onPage(page + 1)}>
        {t.next}
      </Button>
    </Group>
  )
}

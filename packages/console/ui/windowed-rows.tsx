import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'

/** All rows of a shorter list are in the page, where the browser's own search finds them. */
const maxCompleteList = 100
/** Above and below the part of the list that the window shows. */
const overscan = 10

/** The attributes of the element of a row. */
export type RowProps = { ref: (element: Element | null) => void; 'data-index': number; onFocus: () => void }

type Props<Item> = {
  as: 'ul' | 'tbody'
  items: readonly Item[]
  /** The field whose value is different in each item. */
  idField: keyof Item & string
  /** The height in pixels that is assumed until a row is measured. */
  rowHeight: number
  /** The row with this id stays in the page, with its neighbors, wherever the page is scrolled. */
  keptId?: unknown
  className?: string
  'aria-label'?: string
  children: (item: Item, row: RowProps, index: number) => ReactNode
}

/**
 * The rows of a list. Of more than 100 rows, only those near the window are in the page, and the row that last had the focus
 * with its neighbors: scrolled away, it keeps the focus, and the Tab key continues from it. The browser's own search finds
 * only rows that are in the page.
 */
export function WindowedRows<Item extends object>({
  as: Container,
  items,
  idField,
  rowHeight,
  keptId,
  className,
  'aria-label': label,
  children,
}: Props<Item>) {
  const container = useRef<HTMLUListElement & HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const [focusedId, setFocusedId] = useState<unknown>(null)
  const kept = useMemo(
    () => [focusedId, keptId].map((id) => items.findIndex((item) => item[idField] === id)).filter((at) => at !== -1),
    [items, idField, focusedId, keptId],
  )
  // It renders again when its functions have other results.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: items.length,
    getItemKey: useCallback((index: number) => String(items[index]?.[idField]), [items, idField]),
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: useCallback((range: Range) => indexesToShow(range, kept), [kept]),
  })
  // The browser itself keeps what it shows in place when rows above get another height.
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false
  // The content above the list can change with each render. The same place renders nothing again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    setTop(Math.round((container.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  })
  const Space = Container === 'ul' ? 'li' : 'tr'
  const virtualItems = rows.getVirtualItems()
  const totalSize = rows.getTotalSize()
  // The rows that come into the page are rendered in slices: a jump of the scroll bar changes all of them. The items go with
  // their places: a row never shows, even for a moment, the item that took its place. The places count from the top of the
  // list at that time.
  const shown = useDeferredValue(
    useMemo(() => ({ items, virtualItems, totalSize, top }), [items, virtualItems, totalSize, top]),
  )
  return (
    <Container ref={container} className={className} aria-label={label}>
      {shown.virtualItems.flatMap(({ index, key, start }, at) => {
        const item = shown.items[index]
        if (item === undefined) return []
        return [
          renderSpace(Space, start - (shown.virtualItems[at - 1]?.end ?? shown.top), `space ${key}`),
          <Row
            key={key}
            item={item}
            index={index}
            measure={rows.measureElement}
            onFocus={setFocusedId}
            id={item[idField]}
          >
            {children as (item: unknown, row: RowProps, index: number) => ReactNode}
          </Row>,
        ]
      })}
      {renderSpace(Space, shown.totalSize - ((shown.virtualItems.at(-1)?.end ?? shown.top) - shown.top), 'space')}
    </Container>
  )
}

/** The space of the rows that are not in the page. */
function renderSpace(Space: 'li' | 'tr', height: number, key: string): ReactNode {
  return height > 0 && <Space key={key} aria-hidden="true" data-space style={{ height }} />
}

type WindowedRowProps = {
  item: unknown
  id: unknown
  index: number
  measure: RowProps['ref']
  onFocus: (id: unknown) => void
  children: (item: unknown, row: RowProps, index: number) => ReactNode
}

/** Scrolling renders only the rows that come into the page. */
const Row = memo(function WindowedRow({ item, id, index, measure, onFocus, children }: WindowedRowProps) {
  return children(item, { ref: measure, 'data-index': index, onFocus: () => onFocus(id) }, index)
})

function indexesToShow(range: Range, kept: readonly number[]): number[] {
  if (range.count <= maxCompleteList) return Array.from({ length: range.count }, (_, index) => index)
  const near = kept
    .flatMap((index) => [index - 1, index, index + 1])
    .filter((index) => index >= 0 && index < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...near])].toSorted((one, other) => one - other)
}

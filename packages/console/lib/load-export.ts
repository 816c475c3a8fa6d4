type Page = { kind: string; data: unknown[]; page: { next: string | null } }

/** Puts the data of a person together from pages, as entries by kind. */
export async function loadExport(
  load: (query: { next?: string }) => Promise<Page>,
  onProgress: (entries: number) => void = () => {},
): Promise<Record<string, unknown[]>> {
  const exported: Record<string, unknown[]> = {}
  let next: string | null = null
  let entries = 0
  do {
    const { kind, data, page }: Page = await load(next === null ? {} : { next })
    exported[kind] = [...(exported[kind] ?? []), ...data]
    entries += data.length
    onProgress(entries)
    next = page.next
  } while (next !== null)
  return exported
}

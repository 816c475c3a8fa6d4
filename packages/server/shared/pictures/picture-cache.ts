type Picture = { readonly type: string; readonly bytes: Buffer }
type Source = { exists: () => Promise<boolean>; load: () => Promise<Picture | null> }

const maxBytes = 32_000_000

/**
 * The pictures that were asked for last, because reading one from the database costs twenty times more than asking whether
 * it is still there. An id never gets another picture. Beyond 32 MB the one that was asked for longest ago is evicted.
 */
export class PictureCache {
  readonly #pictures = new Map<string, Picture>()
  readonly #loads = new Map<string, Promise<Picture | null>>()
  #bytes = 0

  /** The picture, or null if there is none. Calls at the same time share one load. */
  async find(id: string, { exists, load }: Source): Promise<Picture | null> {
    const cached = this.#pictures.get(id)
    if (cached === undefined) return this.#loadOnce(id, load)
    this.#pictures.delete(id)
    this.#pictures.set(id, cached)
    if (await exists()) return cached
    this.#delete(id)
    return null
  }

  #loadOnce(id: string, load: Source['load']): Promise<Picture | null> {
    const loading = this.#loads.get(id) ?? this.#load(id, load).finally(() => this.#loads.delete(id))
    this.#loads.set(id, loading)
    return loading
  }

  async #load(id: string, load: Source['load']): Promise<Picture | null> {
    const picture = await load()
    if (picture === null) return null
    this.#pictures.set(id, picture)
    this.#bytes += picture.bytes.length
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= maxBytes) break
      this.#delete(oldest)
    }
    return picture
  }

  #delete(id: string): void {
    this.#bytes -= this.#pictures.get(id)?.bytes.length ?? 0
    this.#pictures.delete(id)
  }
}

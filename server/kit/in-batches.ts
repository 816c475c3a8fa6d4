const batchSize = 1_000

/** Removes what there is a bounded number at a time, so that nobody waits long for what a batch holds. */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  while ((await remove(batchSize)) === batchSize);
}

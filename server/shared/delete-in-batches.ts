const batchSize = 1_000

/** Removes what there is a bounded number at a time, so that nobody waits long for what a batch holds. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batchSize)) === batchSize);
}

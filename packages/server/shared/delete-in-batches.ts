const batchSize = 1_000

/**
 * Deletes rows in batches, so that no other transaction waits long for their locks. `deleteBatch`
 * returns its row count, which may exceed the limit.
 */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batchSize)) >= batchSize);
}

type Client = { query(text: string, values: unknown[]): Promise<{ rowCount: number | null }> }

/** Sets the offset of the clock in copied data. False if the data has no clock. */
export async function setCopiedClockOffset(client: Client, offsetMs: number): Promise<boolean> {
  const { rowCount } = await client.query('update platform_clock set offset_ms = $1', [offsetMs])
  return rowCount === 1
}

/** The texts that the server accepts for these filters of records. Apart from what loads records, because the router needs them. */
export const recordFilterPatterns = { status: /^([1-5](\d\d|xx)|error)$/, channel: /^[0-9a-f]{32}$/ }

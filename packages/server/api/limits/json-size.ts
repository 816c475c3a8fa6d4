const [quote, backslash, comma, openList, openObject, closeList, closeObject] = Buffer.from('"\\,[{]}')

/**
 * Whether a JSON text has more values, or more levels of lists and objects, than this. The time is a fraction of that of
 * parsing, and does not depend on what is in strings.
 */
export function exceeds(limit: { values: number; levels: number }, json: Buffer): boolean {
  let values = 1
  let levels = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) at = endOfString(json, at)
    else if (byte === comma) values += 1
    else if (byte === openList || byte === openObject) levels += 1
    else if (byte === closeList || byte === closeObject) levels -= 1
    if (values > limit.values || levels > limit.levels) return true
  }
  return false
}

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

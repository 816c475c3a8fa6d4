/** The least distance of two labels, as a share of the axis: of up to five, and of three long ones. */
const leastDistances = { 4: 0.17, 2: 0.4 }

/** The ends of round labels: the first days of months, then times from the roundest on. */
const roundLabels = [/ 1일?$/, /(^|\D)(00|06|12|18):00$/, /:00$/, /:[03]0$/, /:(00|15|30|45)$/, /:\d[05]$/]

/**
 * The indexes of the labels between the first and the last: up to `most` - 1, none too near to another. Round ones where
 * there are, else such that divide the axis into parts of the same length, of which the last may be a little longer.
 */
export function chooseBetween(labels: readonly string[], most: 2 | 4): number[] {
  const last = labels.length - 1
  const leastDistance = leastDistances[most]
  for (const roundLabel of roundLabels) {
    if (labels.every((label) => roundLabel.test(label))) break
    const chosen: number[] = []
    labels.forEach((label, index) => {
      const isFree = index - (chosen.at(-1) ?? 0) >= leastDistance * labels.length
      if (roundLabel.test(label) && isFree && last - index >= leastDistance * labels.length) chosen.push(index)
    })
    if (chosen.length >= Math.min(2, most - 1)) return chosen.slice(0, most - 1)
  }
  const parts =
    [4, 3, 2].find((count) => count <= most && Math.floor(last / count) / labels.length > leastDistance) ?? 1
  const step = Math.round(last / parts)
  return Array.from({ length: parts - 1 }, (_, index) => (index + 1) * step)
}

const sequenceParameterSet = 0x67

/**
 * The configuration of the decoder as ISO/IEC 14496-15, section 5.3.3, describes it. Firefox (seen in 153) writes the first
 * byte of each parameter set twice; 0x67 there is no profile that exists.
 */
export function repairAvcC(avcC: Uint8Array): Uint8Array {
  if (avcC[8] !== sequenceParameterSet || avcC[9] !== sequenceParameterSet) return avcC
  const repaired = [...avcC.subarray(0, 5)]
  let at = 5
  for (const countMask of [0x1f, 0xff]) {
    const head = avcC[at++] ?? 0
    repaired.push(head)
    for (let left = head & countMask; left > 0; left--) {
      const size = ((avcC[at] ?? 0) << 8) | (avcC[at + 1] ?? 0)
      repaired.push((size - 1) >> 8, (size - 1) & 0xff, ...avcC.subarray(at + 3, at + 2 + size))
      at += 2 + size
    }
  }
  return Uint8Array.from([...repaired, ...avcC.subarray(at)])
}

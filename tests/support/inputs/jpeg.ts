/** The frame header of a JPEG and bytes that no decoder reads: servers do not look into it. */
export function jpegOf({ width = 480, height = 270, bytes = 1_000, fill = 0 } = {}): Buffer {
  const picture = Buffer.alloc(bytes, fill)
  picture.set(Buffer.from('ffd8ffc0001108', 'hex'))
  picture.writeUInt16BE(height, 7)
  picture.writeUInt16BE(width, 9)
  return picture
}

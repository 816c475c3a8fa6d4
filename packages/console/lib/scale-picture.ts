type Size = { width: number; height: number }

/** The part of a picture that is kept: how much it is enlarged, and where its middle is, from -1 to 1 of what is left over. */
export type Crop = { zoom: number; x: number; y: number }
export const middle: Crop = { zoom: 1, x: 0, y: 0 }

/** Where a picture is drawn so that it fills a size; what is beyond the edges is cut off. */
export function placePicture(picture: Size, { width, height }: Size, { zoom, x, y }: Crop) {
  const scale = Math.max(width / picture.width, height / picture.height) * zoom
  const drawn = { width: picture.width * scale, height: picture.height * scale }
  return { ...drawn, left: ((width - drawn.width) / 2) * (1 + x), top: ((height - drawn.height) / 2) * (1 + y) }
}

/** A picture as a JPEG of this size. Throws if the file is no picture. */
export async function scalePicture(file: Blob, size: Size, crop = middle): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = Object.assign(document.createElement('canvas'), size)
  const { left, top, width, height } = placePicture(picture, size, crop)
  const context = canvas.getContext('2d')
  if (context !== null) {
    // A JPEG has no transparency.
    context.fillStyle = 'white'
    context.fillRect(0, 0, size.width, size.height)
    context.drawImage(picture, left, top, width, height)
  }
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/jpeg', 0.8)
  })
}

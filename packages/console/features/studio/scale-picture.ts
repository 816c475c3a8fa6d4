/** A picture as a JPEG of this size, which it fills; what is beyond its edges is cut off. Throws if the file is no picture. */
export async function scalePicture(file: Blob, { width, height }: { width: number; height: number }): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const scale = Math.max(width / picture.width, height / picture.height)
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
  const context = canvas.getContext('2d')
  context?.drawImage(picture, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/jpeg', 0.75)
  })
}

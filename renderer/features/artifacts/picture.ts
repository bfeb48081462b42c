const PNG = 'image/png';

/** A picture as clipboards take it; undefined when it cannot be drawn. */
export async function asPng(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Blob | undefined> {
  const blob = new Blob([bytes], { type });
  if (type === PNG) return blob;
  try {
    const picture = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return await canvas.convertToBlob({ type: PNG });
  } catch {
    return undefined;
  }
}

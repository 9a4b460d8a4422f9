import { type Fold, write } from './fold.js'
import { isIndex } from './json.js'
import { placeOfIndex } from './locate-item.js'

/**
 * Keeps the event's preview of an image, in place of the one before it: beside the response, which has
 * no field for it, and only until the item is done. A preview is megabytes, so this is on request only.
 */
export function keepPartialImage(fold: Fold): void {
  const { output_index, partial_image_b64: image } = fold.event
  const place = isIndex(output_index) ? placeOfIndex(fold, output_index) : undefined
  if (place !== undefined && !place.state.done && typeof image === 'string')
    write(fold, [...place.statePath, 'partial_image'], image)
}

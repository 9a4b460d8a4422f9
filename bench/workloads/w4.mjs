import { createRandom } from '../lib/random.mjs'
import { lifecycle, wireId } from './wire.mjs'

/** W4: 8 partial images; each is one event of 2 MB of pixels, 2.7 MB as base64. */
export function w4(images = 8, bytes = 2_000_000) {
  const random = createRandom(4)
  const pixels = Buffer.from(Uint8Array.from({ length: bytes }, () => random() * 256))
  const partial_image_b64 = pixels.toString('base64')
  const at = { item_id: wireId('ig'), output_index: 0 }
  const item = { id: at.item_id, type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo=' }
  const events = [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', result: null },
    },
    { type: 'response.image_generation_call.in_progress', ...at },
    ...Array.from({ length: images }, (_, partial_image_index) => ({
      type: 'response.image_generation_call.partial_image',
      ...at,
      partial_image_index,
      partial_image_b64,
      size: '1024x1024',
      quality: 'high',
      background: 'opaque',
      output_format: 'png',
    })),
    { type: 'response.image_generation_call.completed', ...at },
    { type: 'response.output_item.done', output_index: 0, item },
  ]
  return lifecycle(events, [item])
}

import type { ResponseImageGenCallPartialImageEvent } from '../../events/image-generation.js'
import type { ImageGenerationCall } from '../../events/items/image-generation.js'
import { newItemId } from '../ids.js'
import type { RunOutput } from '../run/run-output.js'
import { openItem } from './item-handle.js'

type ImageDetails = Pick<
  ResponseImageGenCallPartialImageEvent,
  'size' | 'quality' | 'background' | 'output_format'
>

/** Writes one generated image; all images are base64. */
export interface ImageGenerationWriter {
  readonly id: string
  /** A preview. They are numbered from 0. */
  partialImage(base64: string, details?: ImageDetails): Promise<void>
  done(
    fields: { result: string } & Partial<Omit<ImageGenerationCall, 'id' | 'type' | 'status'>>,
  ): Promise<void>
  fail(): Promise<void>
}

export function writeImageGeneration(
  output: RunOutput,
  options: { id?: string } = {},
): ImageGenerationWriter {
  const item = openItem<ImageGenerationCall>(output, {
    id: options.id ?? newItemId('image_generation_call'),
    type: 'image_generation_call',
    status: 'in_progress',
    result: null,
  })
  void item.emit({ type: 'response.image_generation_call.in_progress', ...item.place })
  let previews = 0
  return {
    id: item.id,
    async partialImage(base64, details = {}) {
      if (previews === 0) void item.emit({ type: 'response.image_generation_call.generating', ...item.place })
      await item.emit({
        type: 'response.image_generation_call.partial_image',
        ...item.place,
        partial_image_index: previews++,
        partial_image_b64: base64,
        ...details,
      })
    },
    done: (fields) => item.close('completed', fields),
    fail: () => item.close('failed'),
  }
}

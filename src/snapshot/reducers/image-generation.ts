import type { ImageGenerationEvent } from '../../events/image-generation.js'
import { statuses } from '../item-status.js'
import type { Reducers } from '../reducer.js'

/** Previews are no part of the response: see `keepPartialImage`. */
export type ImageEventWithoutEffect = 'response.image_generation_call.partial_image'

export const imageGenerationReducers = {
  ...statuses('image_generation_call', 'in_progress', 'generating', 'completed'),
} satisfies Reducers<ImageGenerationEvent, ImageEventWithoutEffect>

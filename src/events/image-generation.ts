import type { ItemEventFields } from './event-fields.js'

/** An image call has begun. */
export interface ResponseImageGenCallInProgressEvent extends ItemEventFields {
  type: 'response.image_generation_call.in_progress'
}

/** The image is being drawn. */
export interface ResponseImageGenCallGeneratingEvent extends ItemEventFields {
  type: 'response.image_generation_call.generating'
}

/** A preview in base64; may be megabytes. */
export interface ResponseImageGenCallPartialImageEvent extends ItemEventFields {
  type: 'response.image_generation_call.partial_image'
  partial_image_index: number
  partial_image_b64: string
  size?: string
  quality?: string
  background?: string
  output_format?: string
}

/** The image itself comes with `response.output_item.done`, whose status may still say `generating`. */
export interface ResponseImageGenCallCompletedEvent extends ItemEventFields {
  type: 'response.image_generation_call.completed'
}

export type ImageGenerationEvent =
  | ResponseImageGenCallInProgressEvent
  | ResponseImageGenCallGeneratingEvent
  | ResponseImageGenCallPartialImageEvent
  | ResponseImageGenCallCompletedEvent

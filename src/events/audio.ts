import type { DeltaFields, EventFields } from './event-fields.js'

/** Sound in base64. Audio events belong to no output item. Decode each piece by itself; the pieces do not join as text. */
export interface ResponseAudioDeltaEvent extends EventFields, DeltaFields {
  type: 'response.audio.delta'
}

/** The audio is complete. */
export interface ResponseAudioDoneEvent extends EventFields {
  type: 'response.audio.done'
}

/** A piece of what the audio says. */
export interface ResponseAudioTranscriptDeltaEvent extends EventFields, DeltaFields {
  type: 'response.audio.transcript.delta'
}

/** The transcript is complete. */
export interface ResponseAudioTranscriptDoneEvent extends EventFields {
  type: 'response.audio.transcript.done'
}

export type AudioEvent =
  | ResponseAudioDeltaEvent
  | ResponseAudioDoneEvent
  | ResponseAudioTranscriptDeltaEvent
  | ResponseAudioTranscriptDoneEvent

/** How the text of the answer is shaped. */
export interface ResponseTextConfig {
  format?: ResponseFormatTextConfig
  verbosity?: 'low' | 'medium' | 'high' | null
}

/** The form of the answer. */
export type ResponseFormatTextConfig =
  | ResponseFormatText
  | ResponseFormatTextJSONSchemaConfig
  | ResponseFormatJSONObject

/** Plain text, the default. */
export interface ResponseFormatText {
  type: 'text'
}

/** The text is JSON that fits `schema`. */
export interface ResponseFormatTextJSONSchemaConfig {
  type: 'json_schema'
  name: string
  description?: string
  schema: Record<string, unknown>
  strict?: boolean | null
}

/** The text is some JSON object. Prefer `json_schema`. */
export interface ResponseFormatJSONObject {
  type: 'json_object'
}

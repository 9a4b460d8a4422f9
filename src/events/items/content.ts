/** How much of a token's probability the model gave it, and what it might have said instead. */
export interface Logprob {
  token: string
  logprob: number
  /** UTF-8 bytes of the token. Deltas carry them on the wire although the official types leave them out. */
  bytes?: number[] | null
  top_logprobs?: TopLogprob[]
}

/** One of the most likely tokens at a position. */
export interface TopLogprob {
  token?: string
  logprob?: number
  bytes?: number[] | null
}

/** A quotation of an uploaded file; `index` is where in the list of files it stands. */
export interface FileCitation {
  type: 'file_citation'
  file_id: string
  filename?: string
  index: number
}

/** A quotation of a web page. The indexes count characters of the text part, the end exclusive. */
export interface URLCitation {
  type: 'url_citation'
  url: string
  title?: string
  start_index: number
  end_index: number
}

/** A quotation of a file that lives in a code interpreter container. */
export interface ContainerFileCitation {
  type: 'container_file_citation'
  container_id: string
  file_id: string
  filename?: string
  start_index: number
  end_index: number
}

/** A file the model produced. */
export interface FilePath {
  type: 'file_path'
  file_id: string
  index: number
}

/** What a text refers to. */
export type Annotation = FileCitation | URLCitation | ContainerFileCitation | FilePath

/** Text of an assistant message. */
export interface ResponseOutputText {
  type: 'output_text'
  text: string
  annotations: Annotation[]
  /** Present only when the request included `message.output_text.logprobs`, otherwise absent or empty. */
  logprobs?: Logprob[] | null
}

/** The model declined, in words. */
export interface ResponseOutputRefusal {
  type: 'refusal'
  refusal: string
}

/** Raw reasoning, where a provider shows it. */
export interface ReasoningTextContent {
  type: 'reasoning_text'
  text: string
}

/** One part of a reasoning summary. */
export interface SummaryTextContent {
  type: 'summary_text'
  text: string
}

/** What `response.content_part.added` and `.done` carry. */
export type OutputContent = ResponseOutputText | ResponseOutputRefusal | ReasoningTextContent

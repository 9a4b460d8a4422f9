/** What the tools have in common that xAI runs on its servers, besides those whose items it shares with OpenAI. */
interface XaiToolCallFields {
  id: string
  status: 'in_progress' | 'searching' | 'executing' | 'completed' | 'failed'
  call_id?: string
  name?: string
  arguments?: string
  input?: string
  action?: unknown
}

/** xAI searches X. */
export interface XSearchCall extends XaiToolCallFields {
  type: 'x_search_call'
}

/** xAI runs code. */
export interface CodeExecutionCall extends XaiToolCallFields {
  type: 'code_execution_call'
}

/** xAI looks at an image. */
export interface ViewImageCall extends XaiToolCallFields {
  type: 'view_image_call'
}

/** xAI looks at a video on X. */
export interface ViewXVideoCall extends XaiToolCallFields {
  type: 'view_x_video_call'
}

/** Items that only xAI sends. */
export type XaiToolCall = XSearchCall | CodeExecutionCall | ViewImageCall | ViewXVideoCall

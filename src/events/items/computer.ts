import type { ItemStatus } from './message.js'

/** The model wants to act on a screen. Current models send `actions`, older ones a single `action`. */
export interface ResponseComputerToolCall {
  type: 'computer_call'
  id: string
  call_id: string
  action?: ComputerAction
  actions?: ComputerAction[]
  pending_safety_checks: ComputerSafetyCheck[]
  status: ItemStatus
}

/** The screen after the actions. */
export interface ResponseComputerToolCallOutputItem {
  type: 'computer_call_output'
  id: string
  call_id: string
  output: ResponseComputerToolCallOutputScreenshot
  acknowledged_safety_checks?: ComputerSafetyCheck[]
  status: 'completed' | 'incomplete' | 'failed' | 'in_progress'
  created_by?: string
}

/** A picture of the screen, as a URL or an uploaded file. */
export interface ResponseComputerToolCallOutputScreenshot {
  type: 'computer_screenshot'
  file_id?: string
  image_url?: string
}

/** A warning that must be acknowledged in the output before the model goes on. */
export interface ComputerSafetyCheck {
  id: string
  code?: string | null
  message?: string | null
}

/** Actions to be done in this order. */
export type ComputerActionList = ComputerAction[]

/** Coordinates are pixels from the top left. */
export type ComputerAction =
  | {
      type: 'click'
      button: 'left' | 'right' | 'wheel' | 'back' | 'forward'
      x: number
      y: number
      keys?: string[] | null
    }
  | { type: 'double_click'; x: number; y: number; keys?: string[] | null }
  | { type: 'drag'; path: { x: number; y: number }[]; keys?: string[] | null }
  | { type: 'keypress'; keys: string[] }
  | { type: 'move'; x: number; y: number; keys?: string[] | null }
  | { type: 'screenshot' }
  | { type: 'scroll'; x: number; y: number; scroll_x: number; scroll_y: number; keys?: string[] | null }
  | { type: 'type'; text: string }
  | { type: 'wait' }

import type { CustomToolEvent } from '../../events/custom-tool.js'
import { type Reducers, streams } from '../reducer.js'

export const customToolReducers = {
  ...streams('response.custom_tool_call_input', { items: ['custom_tool_call'], path: ['input'] }, 'input'),
} satisfies Reducers<CustomToolEvent>

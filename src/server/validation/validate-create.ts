import type { ResponseCreateParams } from '../../events/params.js'
import { invalidRequest, type HTTPError } from '../http-error.js'
import { createRules } from './create-rules.js'
import { requireCalls } from './input-rules.js'
import { isObject, missing } from './rule.js'

export interface CreateLimits {
  /** Runs when the request names no model. Default: none, a request must name one. */
  defaultModel?: string
  /** The models there are. Default: any name is accepted. */
  models?: readonly string[]
  /** See `ResponsesServerOptions`. */
  allowBackgroundWithoutStore?: boolean
}

/**
 * Checks each field of a body of `POST /responses` by itself, and gives it its type. The first breach
 * is thrown as a 400 with the API's wording, `param` and `code`. Unknown fields are ignored.
 */
export function checkFields(body: Record<string, unknown>): ResponseCreateParams {
  for (const [name, rule] of Object.entries(createRules)) {
    if (body[name] !== undefined) rule(body[name], name)
  }
  assertChecked(body)
  return body
}

/** All that the type says about values this server reads has been checked; the rest only passes through. */
function assertChecked(
  _body: Record<string, unknown>,
): asserts _body is Record<string, unknown> & ResponseCreateParams {}

/** Checks the fields together: whether they make a request that can run. Returns it with its model filled in. */
export function checkCreate(params: ResponseCreateParams, limits: CreateLimits = {}): ResponseCreateParams {
  const model = params.model ?? limits.defaultModel
  if (model === undefined) throw missing('model')
  requireKnownModel(model, limits)
  requireInput(params)
  requireToolOfChoice(params)
  requireSupported(params, limits)
  // With a previous response the calls may be in there; whoever has read that looks for them.
  if (!isSet(params.previous_response_id)) requireCalls(params.input)
  return { ...params, model }
}

function requireKnownModel(model: string, { models }: CreateLimits): void {
  if (models === undefined || models.includes(model)) return
  throw invalidRequest(`The requested model '${model}' does not exist.`, 'model', 'model_not_found')
}

function requireInput(params: ResponseCreateParams): void {
  if (isSet(params.previous_response_id) && isSet(params.conversation)) {
    const message =
      "Mutually exclusive parameters: 'previous_response_id' and 'conversation'. Provide only one of them."
    throw invalidRequest(message, 'previous_response_id', 'mutually_exclusive_parameters')
  }
  if (
    isSet(params.input) ||
    isSet(params.prompt) ||
    isSet(params.previous_response_id) ||
    isSet(params.conversation)
  )
    return
  throw invalidRequest(
    "One of 'input', 'prompt' or 'previous_response_id' must be provided.",
    'input',
    'missing_required_parameter',
  )
}

function requireToolOfChoice({ tool_choice: choice, tools }: ResponseCreateParams): void {
  if (typeof choice !== 'object' || (choice.type !== 'function' && choice.type !== 'custom')) return
  if (offers(tools, choice.name)) return
  throw invalidRequest(`Tool choice '${choice.name}' not found in 'tools' parameter.`, 'tool_choice')
}

/** Also inside a namespace. */
function offers(tools: unknown, name: string): boolean {
  return (
    Array.isArray(tools) &&
    tools.some((tool: unknown) => isObject(tool) && (tool.name === name || offers(tool.tools, name)))
  )
}

function requireSupported(params: ResponseCreateParams, limits: CreateLimits): void {
  if (params.background === true && params.store === false && limits.allowBackgroundWithoutStore !== true)
    throw unsupported('background', "Background mode requires 'store' to be true.")
  if (isSet(params.conversation))
    throw unsupported('conversation', 'Conversations are not supported by this server.')
}

function unsupported(param: string, message: string): HTTPError {
  return invalidRequest(`Unsupported parameter: '${param}'. ${message}`, param, 'unsupported_parameter')
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

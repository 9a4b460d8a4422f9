import { splitLines } from './format.js'
import { indent } from './block.js'

/**
 * The arguments of a call, one a line: `city: "Paris"`. A string of several lines becomes a
 * paragraph below its name. What is not a JSON object, such as arguments cut off in the middle, is
 * shown as it is.
 */
export function argumentLines(json: unknown): string[] {
  const value = typeof json === 'string' ? parsed(json) : json
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return splitLines(asText(json))
  return Object.entries(value).flatMap(([name, argument]) => argumentLine(name, argument))
}

function argumentLine(name: string, argument: unknown): string[] {
  if (typeof argument === 'string' && argument.trimEnd().includes('\n')) {
    return [`${name}:`, ...indent(splitLines(argument))]
  }
  return [`${name}: ${JSON.stringify(argument)}`]
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Not JSON, or not all of it: shown as text.
    return undefined
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

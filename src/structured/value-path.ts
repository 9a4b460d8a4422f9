/** From the root of a value to a part of it; `[]` stands for any element of a list. */
export type ValuePath = readonly (string | number)[]

/** `$.items[0].name`; names that are no identifiers are quoted. */
export function formatPath(path: ValuePath): string {
  return `$${path.map(formatSegment).join('')}`
}

function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (segment === '[]') return segment
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`
}

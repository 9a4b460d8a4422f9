import { InvalidArgumentError } from 'commander'

export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a number of seconds.')
  return seconds
}

/** A whole number from `least` on, below `limit`. */
export function wholeNumber(least: number, limit = Infinity): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number < limit) return number
    const range = limit === Infinity ? `from ${least}` : `from ${least} to ${limit - 1}`
    throw new InvalidArgumentError(`It must be a whole number ${range}.`)
  }
}

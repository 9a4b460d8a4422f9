/**
 * A number that fits a JSON Schema: as near to 1 as the bounds allow, so that it looks like one that a person would
 * write. Of the multiples around it the larger one is tried first. Where nothing fits, one of the bounds.
 */
export function numberSample(schema: Readonly<Record<string, unknown>>, isWhole: boolean): number {
  const above = numberOf(schema.exclusiveMinimum) ?? -Infinity
  const below = numberOf(schema.exclusiveMaximum) ?? Infinity
  const least = Math.max(numberOf(schema.minimum) ?? -Infinity, above)
  const most = Math.min(numberOf(schema.maximum) ?? Infinity, below)
  const nearest = Math.min(Math.max(1, least), most)
  const fits = (value: number): boolean =>
    Number.isFinite(value) && value >= least && value <= most && value > above && value < below
  const step = stepOf(numberOf(schema.multipleOf), isWhole)
  const unit = step ?? 1
  const [up, down] = [Math.ceil(nearest / unit), Math.floor(nearest / unit)]
  const multiples = [up, down, down + 1, up - 1].map((count) => timesUnit(count, unit))
  const candidates = step === undefined ? [nearest, ...multiples, (least + most) / 2] : multiples
  return candidates.find(fits) ?? nearest
}

/** Undefined where any number will do. A whole number that is a multiple of 2.5 is one of 5. */
function stepOf(multipleOf: number | undefined, isWhole: boolean): number | undefined {
  if (multipleOf === undefined || multipleOf <= 0) return isWhole ? 1 : undefined
  if (!isWhole) return multipleOf
  const wholes = Array.from({ length: 100 }, (_, index) => timesUnit(index + 1, multipleOf))
  return wholes.find(Number.isInteger) ?? 1
}

/** 0.9 for three times 0.3, and never -0. */
function timesUnit(count: number, unit: number): number {
  const product = Number.isInteger(unit) ? count * unit : Number((count * unit).toPrecision(15))
  return product + 0
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

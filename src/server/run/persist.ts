import { pause } from '../../capture/pause.js'
import { MillraceError } from '../../errors/millrace-error.js'

/** A write whose outcome is unknown is tried again so often, after 50, 100, 200, … ms. */
const retries = 5

/**
 * Writes to a store, again and again while its driver fails. What the store itself refuses is final.
 *
 * @param hasSucceeded whether a refusal of a later attempt says that an earlier one had succeeded after all.
 */
export async function persist(
  write: () => Promise<void>,
  hasSucceeded: (refusal: MillraceError) => boolean = () => false,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      const refused = MillraceError.isInstance(error)
      if (refused && attempt > 0 && hasSucceeded(error)) return
      if (refused || attempt === retries) throw error
      await pause(50 * 2 ** attempt)
    }
  }
}

import { runCommand } from './commands/run.js'
import type { RegisterCommand } from './program.js'

/** Every command, in the order of `--help`. */
export const commands: readonly RegisterCommand[] = [runCommand]
